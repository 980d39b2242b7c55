/** The sets of questions that come with the package. */
export const RECALL_SETS = ['people', 'assistant', 'unseen', 'changes'] as const;

/**
 * `people`: talks between two people. `assistant`: a user's chats with an assistant that answers at length. `unseen`: more
 * of these in other words, to check rules on. `changes`: twenty statements that change later, in three chats.
 */
export type RecallSet = (typeof RECALL_SETS)[number];
