import { conversationWorkflowId, type ConversationKey } from '../../protocol/ids.js';
import { ThreadlineError } from '../threadline-error.js';

/** `Conversation.UnknownThread` for a sub-thread, else `Client.NotFound`. */
export function notFound(key: ConversationKey): ThreadlineError {
  const workflowId = conversationWorkflowId(key);
  return key.thread === undefined
    ? new ThreadlineError('Client.NotFound', `Conversation '${workflowId}' has no messages yet`)
    : new ThreadlineError(
        'Conversation.UnknownThread',
        `Thread '${workflowId}' not found: open it on a message first`,
      );
}
