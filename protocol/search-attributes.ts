/** These are known when a Workflow starts. */
const START_ATTRIBUTES = ['ConversationId', 'FlowSlug', 'UserId', 'RootExecutionId'] as const;

/** All attributes have the type Keyword. */
export const SEARCH_ATTRIBUTE_NAMES = [...START_ATTRIBUTES, 'WaitsFor'] as const;
export type SearchAttributeName = (typeof SEARCH_ATTRIBUTE_NAMES)[number];

export interface RegisteredAttributes {
  /** The attributes that the namespace has. */
  searchAttributes?: readonly SearchAttributeName[];
  /** Set in older histories instead of `searchAttributes`: the namespace has all start attributes. */
  isSearchable?: true;
}

export function listRegistered({
  searchAttributes,
  isSearchable,
}: RegisteredAttributes): readonly SearchAttributeName[] {
  return searchAttributes ?? (isSearchable ? START_ATTRIBUTES : []);
}
