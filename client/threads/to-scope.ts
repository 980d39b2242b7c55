import type { ThreadScope } from '../../store/threads/thread-scope.js';
import { conversationWorkflowId, type ConversationKey } from '../../protocol/ids.js';

export function toScope(key: ConversationKey): ThreadScope {
  const { flow, user, channel = '', thread } = key;
  return { workflowId: conversationWorkflowId(key), flow, user, channel, thread };
}
