/** All are Keywords. */
export const SEARCH_ATTRIBUTE_NAMES = [
  'ConversationId',
  'FlowSlug',
  'UserId',
  'RootExecutionId',
  'WaitsFor',
] as const;
export type SearchAttributeName = (typeof SEARCH_ATTRIBUTE_NAMES)[number];
