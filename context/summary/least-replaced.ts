import { rawShare } from '../history/raw-share.js';
import { hiddenLimit } from './hidden-limit.js';

/** The room that the messages of a thread have in a call. */
export interface HistoryRoom {
  /** Tokens that messages from before the turn may have. */
  tokens: number;
  /** Characters that they may have. */
  characters: number;
  /** Plain tokens of a call without its answer, system prompt and tools; undefined: no model is known. */
  window: number | undefined;
}

/** Messages that no summary covers. */
interface Uncovered {
  messages: number;
  /** Their tokens, without those of the newest answer. */
  tokens: number;
  /** Tokens of the newest answer; absent: it is still to be written, and a summary may be asked for with it. */
  answer?: number;
}

/** The limits by which a summary is due or is not. */
interface DueRule {
  /** The number of messages in a window. */
  size: number;
  /** A thread's first summary waits for its second question: many have only one, of a long text. */
  hasSummary: boolean;
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
/** Messages that take one part in this many of what is sent as it is leave room for as many again. */
const FULL_PARTS = 2;

/**
 * Tokens that messages must have together to be summarized. Fewer are cheaper to send than what a model may write for their
 * summary; where they have little room, a quarter of it is enough.
 */
export function leastReplaced({ budget, room, minTokens }: Omit<DueRule, 'size' | 'hasSummary'>): number {
  const { tokens, characters, window = Infinity } = room;
  const fewest = Math.min(tokens, characters / CHARACTERS_PER_TOKEN, window);
  return Math.min(minTokens ?? hiddenLimit(budget), Math.max(0, Math.floor(fewest / ROOM_PARTS)));
}

/**
 * Decides whether messages are due for a summary: there are as many as a window holds and a summary saves as much as it
 * may cost, or they leave no room for as many again, or with the newest answer the next call cannot send all of them.
 */
export function isSummaryDue({ messages, tokens, answer = 0 }: Uncovered, rule: DueRule): boolean {
  const { tokens: raw, fewest } = measureRaw(rule);
  const isFull = tokens >= raw / FULL_PARTS || tokens + answer > raw;
  if (messages >= fewest && isFull) return true;
  return messages >= rule.size && (tokens >= leastReplaced(rule) || messages >= MOST_MESSAGES);
}

/**
 * The tokens of messages from before the turn that are sent as they are, by all limits, and how few messages may be due.
 * Where the flow's own limits hold, not the model's, long texts are sent as placeholders: a chat of a few questions about
 * one need not pay for a summary of it.
 */
function measureRaw({ room, size, hasSummary }: DueRule): { tokens: number; fewest: number } {
  const { tokens, characters, window = Infinity } = room;
  const limit = Math.min(tokens, characters / CHARACTERS_PER_TOKEN);
  const share = rawShare(window);
  if (share >= limit) return { tokens: limit, fewest: Math.ceil(size / 2) };
  return { tokens: share, fewest: hasSummary ? 2 : 3 };
}
