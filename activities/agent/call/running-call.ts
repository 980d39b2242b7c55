import type { ClaimedCall } from '../../../store/calls/claim-model-call.js';

export interface RunningCall extends ClaimedCall {
  workflowId: string;
  executionId: number;
  step: number;
}
