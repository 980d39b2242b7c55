import type { ConversationHandle } from '../../../../client/conversation/handle.js';
import { turnWorkflowId } from '../../../../protocol/ids.js';
import type { ResponseKey } from '../requests/response-key.js';

export function toExecutionId(
  { workflowId }: Pick<ConversationHandle, 'workflowId'>,
  { turnId }: ResponseKey,
): string {
  return turnWorkflowId(workflowId, turnId);
}
