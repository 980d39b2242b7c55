/** Types of the failures that a conversation or an execution gives; branch on these, never on words. */
export const CONVERSATION_FAILURE_TYPES = [
  /** The Workflow ID is not the one its input gives. */
  'Conversation.InvalidId',
  /** No such flow is registered. */
  'Conversation.UnknownFlow',
  /** No such sub-thread was opened, or what it is to hang on does not exist. */
  'Conversation.UnknownThread',
  /** A sub-thread's anchor names no message, or no part of one. */
  'Conversation.InvalidAnchor',
  /** The text is missing, empty, or too long for a Signal or Update. */
  'Conversation.InvalidTurn',
  /** As many turns wait as may. */
  'Conversation.QueueFull',
  /** It is closing or closed. */
  'Conversation.Closed',
  /** Try again in a moment: eight `ask`s wait, or a Continue-As-New is due. */
  'Conversation.Busy',
  /** The turn that was asked for was cancelled. */
  'Conversation.TurnCancelled',
  /** The turn that was asked for failed, in words no longer remembered here. */
  'Conversation.TurnFailed',
  /** Another turn of the conversation still runs. */
  'Conversation.TurnActive',
] as const;
export type ConversationFailureType = (typeof CONVERSATION_FAILURE_TYPES)[number];
