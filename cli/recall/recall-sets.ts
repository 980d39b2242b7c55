/** The sets of questions that come with the package. */
export const RECALL_SETS = ['people', 'assistant'] as const;

/** `people`: talks between two people. `assistant`: a user's chats with an assistant that answers at length. */
export type RecallSet = (typeof RECALL_SETS)[number];
