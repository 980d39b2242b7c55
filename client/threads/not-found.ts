import { conversationWorkflowId, type ConversationKey } from '../../protocol/ids.js';
import { ThreadlineError } from '../threadline-error.js';

/** No such sub-thread, or a conversation that nothing was said in: `Conversation.UnknownThread`, `Client.NotFound`. */
export function notFound(key: ConversationKey): ThreadlineError {
  const workflowId = conversationWorkflowId(key);
  return key.thread === undefined
    ? new ThreadlineError('Client.NotFound', `Nothing was said in '${workflowId}' yet`)
    : new ThreadlineError(
        'Conversation.UnknownThread',
        `Thread '${workflowId}' not found: open it on a message first`,
      );
}
