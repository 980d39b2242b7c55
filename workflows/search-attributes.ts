import { defineSearchAttributeKey, SearchAttributeType, type SearchAttributePair } from '@temporalio/common';
import type { ConversationState } from './conversation/conversation-state.js';

export const CONVERSATION_ID = defineSearchAttributeKey('ConversationId', SearchAttributeType.KEYWORD);
export const FLOW_SLUG = defineSearchAttributeKey('FlowSlug', SearchAttributeType.KEYWORD);
export const USER_ID = defineSearchAttributeKey('UserId', SearchAttributeType.KEYWORD);
export const ROOT_EXECUTION_ID = defineSearchAttributeKey('RootExecutionId', SearchAttributeType.KEYWORD);

/** Ours, all Keywords; a worker registers them where it may. */
export const SEARCH_ATTRIBUTES = [CONVERSATION_ID, FLOW_SLUG, USER_ID, ROOT_EXECUTION_ID] as const;

/** By these the UI's list finds a conversation and all its turns. */
export function conversationAttributes({
  conversationId,
  key,
}: Pick<ConversationState, 'conversationId' | 'key'>): SearchAttributePair[] {
  return [
    { key: CONVERSATION_ID, value: conversationId },
    { key: FLOW_SLUG, value: key.flow },
    { key: USER_ID, value: key.user },
  ];
}
