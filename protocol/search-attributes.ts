/** Known when a Workflow starts. */
const START_ATTRIBUTES = ['ConversationId', 'FlowSlug', 'UserId', 'RootExecutionId'] as const;

/** All are Keywords. */
export const SEARCH_ATTRIBUTE_NAMES = [...START_ATTRIBUTES, 'WaitsFor'] as const;
export type SearchAttributeName = (typeof SEARCH_ATTRIBUTE_NAMES)[number];

export interface RegisteredAttributes {
  /** The namespace has these. */
  searchAttributes?: readonly SearchAttributeName[];
  /** In older histories: the namespace has all start attributes. */
  isSearchable?: true;
}

export function listRegistered({
  searchAttributes,
  isSearchable,
}: RegisteredAttributes): readonly SearchAttributeName[] {
  return searchAttributes ?? (isSearchable ? START_ATTRIBUTES : []);
}
