import { defineSearchAttributeKey, SearchAttributeType, type SearchAttributePair } from '@temporalio/common';
import type { ConversationKey } from '../protocol/ids.js';
import type { SearchAttributeName } from '../protocol/search-attributes.js';

export const CONVERSATION_ID = keyword('ConversationId');
export const FLOW_SLUG = keyword('FlowSlug');
export const USER_ID = keyword('UserId');
export const ROOT_EXECUTION_ID = keyword('RootExecutionId');

export function conversationAttributes({
  conversationId,
  key,
}: {
  conversationId: string;
  key: ConversationKey;
}): SearchAttributePair[] {
  return [
    { key: CONVERSATION_ID, value: conversationId },
    { key: FLOW_SLUG, value: key.flow },
    { key: USER_ID, value: key.user },
  ];
}

function keyword(name: SearchAttributeName) {
  return defineSearchAttributeKey(name, SearchAttributeType.KEYWORD);
}
