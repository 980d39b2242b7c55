/** All of type Keyword. */
export const SEARCH_ATTRIBUTE_NAMES = ['ConversationId', 'FlowSlug', 'UserId', 'RootExecutionId'] as const;
export type SearchAttributeName = (typeof SEARCH_ATTRIBUTE_NAMES)[number];
