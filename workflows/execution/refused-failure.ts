import type { ApplicationFailure } from '@temporalio/workflow';
import { refusal } from '../refusal.js';

/** The failure that an execution ends with whose question was not answered by a yes. */
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
