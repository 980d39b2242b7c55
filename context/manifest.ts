/**
 * The record of how the context of one model call was made: references to stored rows, never copies, so
 * that the call's request can be rebuilt from it.
 */
export interface ContextManifest {
  /** Version of the rules that made it. */
  policy: 1;
  /** Hash of the system prompt in `generated_text`; null: none. */
  system: string | null;
  /** Hash of the tool schemas in `generated_text`, as JSON; null: none were offered. */
  tools: string | null;
  /** What is sent, in order, after the system prompt. */
  sent: readonly SentRange[];
  /** What is not sent, and by which rule. */
  left: readonly LeftRange[];
  /** Tokens of the messages sent. */
  tokens: number;
}

export type SentRange =
  | { from: 'conversation'; first: number; last: number }
  /** The input of an execution outside a conversation. */
  | { from: 'input' }
  /** The steps of this execution up to and with this one, tool results included. */
  | { from: 'trace'; throughStep: number };

/** Neighbours in the thread left out by one rule. */
export interface LeftRange {
  from: 'conversation';
  first: number;
  last: number;
  count: number;
  tokens: number;
  rule: LeftRule;
}

/** Rules by which a message is not sent. */
export const LEFT_RULES = ['window', 'budget', 'cleared'] as const;
export type LeftRule = (typeof LEFT_RULES)[number];
