import {
  defineSearchAttributeKey,
  SearchAttributeType,
  TypedSearchAttributes,
  type SearchAttributePair,
} from '@temporalio/common';
import { upsertSearchAttributes, workflowInfo } from '@temporalio/workflow';
import type { ConversationKey } from '../protocol/ids.js';
import type { SearchAttributeName } from '../protocol/search-attributes.js';

export const CONVERSATION_ID = keyword('ConversationId');
export const FLOW_SLUG = keyword('FlowSlug');
export const USER_ID = keyword('UserId');
export const ROOT_EXECUTION_ID = keyword('RootExecutionId');
export const WAITS_FOR = keyword('WaitsFor');

type Registered = readonly SearchAttributeName[];

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

/** Omits unregistered attributes, which the server would reject. */
export function toAttributes(
  registered: Registered,
  pairs: readonly SearchAttributePair[],
): TypedSearchAttributes | undefined {
  const chosen = choose(registered, pairs);
  return chosen.length === 0 ? undefined : new TypedSearchAttributes(chosen);
}

/** Sets only missing attributes, because Continue-As-New keeps the others. */
export function setMissing(registered: Registered, pairs: readonly SearchAttributePair[]): void {
  const { typedSearchAttributes: own } = workflowInfo();
  const missing = choose(registered, pairs).filter(({ key }) => own.get(key) === undefined);
  if (missing.length > 0) upsertSearchAttributes(missing);
}

function choose(registered: Registered, pairs: readonly SearchAttributePair[]): SearchAttributePair[] {
  return pairs.filter(({ key }) => registered.some((name) => name === key.name));
}

function keyword(name: SearchAttributeName) {
  return defineSearchAttributeKey(name, SearchAttributeType.KEYWORD);
}
