/** The sets of questions that come with the package. */
export const RECALL_SETS = ['people', 'assistant', 'unseen'] as const;

/**
 * `people`: talks between two people. `assistant`: a user's chats with an assistant that answers at length. `unseen`: more
 * of these, with other words, which no rule was ever fitted to.
 */
export type RecallSet = (typeof RECALL_SETS)[number];
