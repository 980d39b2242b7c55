import type { ApplicationFailure } from '@temporalio/workflow';
import { refusal } from '../refusal.js';

export function refusedFailure({
  nodeId,
  outcome,
}: {
  nodeId: string;
  outcome: 'cancelled' | 'expired';
}): ApplicationFailure {
  return outcome === 'expired'
    ? refusal('Approval.Expired', `Nobody answered the question of node '${nodeId}' in time: expired`)
    : refusal('Approval.Refused', `The question of node '${nodeId}' was not confirmed: cancelled`);
}
