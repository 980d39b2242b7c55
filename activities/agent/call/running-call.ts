import type { ClaimedCall } from '../../../store/calls/claim-model-call.js';

/** One try of a model call. `attempt` fences it: writes with an older number are rejected. */
export interface RunningCall extends ClaimedCall {
  workflowId: string;
  executionId: number;
  step: number;
}
