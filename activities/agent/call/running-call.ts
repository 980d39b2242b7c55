import type { ClaimedCall } from '../../../store/calls/claim-model-call.js';

/** Writes with an older `attempt` are rejected. */
export interface RunningCall extends ClaimedCall {
  workflowId: string;
  executionId: number;
  step: number;
}
