import type { ClaimedCall } from '../../../store/calls/claim-model-call.js';

/** One try of a model call. Its `attempt` is the fence: writes under an older one are refused. */
export interface RunningCall extends ClaimedCall {
  workflowId: string;
  executionId: number;
  step: number;
}
