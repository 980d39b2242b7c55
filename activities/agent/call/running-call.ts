import type { ClaimedCall } from '../../../store/calls/model-calls.js';

/** One try of a model call, under its fence. */
export interface RunningCall extends ClaimedCall {
  workflowId: string;
  executionId: number;
  step: number;
}
