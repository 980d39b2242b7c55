import { hiddenLimit } from './hidden-limit.js';

/** The room that the messages of a thread have in a call. */
export interface HistoryRoom {
  /** Tokens that messages from before the turn may have. */
  tokens: number;
  /** Characters that they may have. */
  characters: number;
  /** Plain tokens of the model's window without its reserve; undefined: no model is known. */
  window: number | undefined;
}

/** The limits by which a summary saves tokens or does not. */
interface SavingRule {
  /** The most tokens of the summary. */
  budget: number;
  room: HistoryRoom;
  /** The flow's own setting. */
  minTokens: number | undefined;
}

/** Of languages that have fewer, a summary is due a little later than it could be. */
const CHARACTERS_PER_TOKEN = 4;
/** Messages have a quarter of their room before they are summarized: the rest is for all that they are sent with. */
const ROOM_PARTS = 4;
/** As many messages are summarized however short they are: of more than twice as many not all are read. */
const MOST_MESSAGES = 500;

/**
 * Tokens that messages must have together to be summarized. Fewer are cheaper to send than what a model may write for their
 * summary; where they have little room, a quarter of it is enough.
 */
export function leastReplaced({ budget, room, minTokens }: SavingRule): number {
  const { tokens, characters, window = Infinity } = room;
  const fewest = Math.min(tokens, characters / CHARACTERS_PER_TOKEN, window);
  return Math.min(minTokens ?? hiddenLimit(budget), Math.max(0, Math.floor(fewest / ROOM_PARTS)));
}

/** Decides whether a summary of messages saves as much as it may cost. */
export function savesTokens(replaced: { messages: number; tokens: number }, rule: SavingRule): boolean {
  return replaced.tokens >= leastReplaced(rule) || replaced.messages >= MOST_MESSAGES;
}
