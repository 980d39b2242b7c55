export const RECALL_SETS = ['people', 'assistant', 'unseen', 'changes'] as const;

/**
 * `people`: talks between two people. `assistant`: chats with an assistant that answers at length. `unseen`:
 * more of these in other words, to validate rules. `changes`: twenty statements that change later, in three
 * chats.
 */
export type RecallSet = (typeof RECALL_SETS)[number];
