import type { ThreadRefusal } from '../../protocol/activities/conversation.js';
/** Refuses because there is no such thread. */
export function unknownThread(workflowId: string): ThreadRefusal {
  return {
    kind: 'no-thread',
    type: 'Conversation.UnknownThread',
    message: `Thread '${workflowId}' not found: open it on a message first`,
  };
}

/** Refuses because the anchor is not valid. The message is a sentence that says why. */
export function invalidAnchor(message: string): ThreadRefusal {
  return { kind: 'no-thread', type: 'Conversation.InvalidAnchor', message };
}
