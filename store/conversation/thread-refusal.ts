import type { ThreadRefusal } from '../../protocol/activities/conversation.js';
export function unknownThread(workflowId: string): ThreadRefusal {
  return {
    kind: 'no-thread',
    type: 'Conversation.UnknownThread',
    message: `Thread '${workflowId}' not found: open it on a message first`,
  };
}

export function invalidAnchor(message: string): ThreadRefusal {
  return { kind: 'no-thread', type: 'Conversation.InvalidAnchor', message };
}
