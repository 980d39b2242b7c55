import type { ThreadRefusal } from '../../protocol/activities/conversation.js';
/** No such thread. */
export function unknownThread(workflowId: string): ThreadRefusal {
  return {
    kind: 'no-thread',
    type: 'Conversation.UnknownThread',
    message: `Thread '${workflowId}' not found: open it on a message first`,
  };
}

/** Its anchor is none, in a sentence. */
export function invalidAnchor(message: string): ThreadRefusal {
  return { kind: 'no-thread', type: 'Conversation.InvalidAnchor', message };
}
