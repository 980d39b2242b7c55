import type { ConversationHandle } from '../../../client/conversation/handle.js';
import { turnWorkflowId } from '../../../protocol/ids.js';
import type { ResponseKey } from './response-key.js';

/** The execution of a response, unless its message joined another turn. */
export function executionOf(
  { workflowId }: Pick<ConversationHandle, 'workflowId'>,
  { turnId }: ResponseKey,
): string {
  return turnWorkflowId(workflowId, turnId);
}
