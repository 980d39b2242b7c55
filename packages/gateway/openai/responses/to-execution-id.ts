import type { ConversationHandle } from '../../../../client/conversation/handle.js';
import { turnWorkflowId } from '../../../../protocol/ids.js';
import type { ResponseKey } from './response-key.js';

/** Wrong if the message joined another turn. */
export function toExecutionId(
  { workflowId }: Pick<ConversationHandle, 'workflowId'>,
  { turnId }: ResponseKey,
): string {
  return turnWorkflowId(workflowId, turnId);
}
