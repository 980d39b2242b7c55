import { rawShare } from './raw-share.js';
import { hiddenLimit } from './hidden-limit.js';

export interface HistoryRoom {
  tokens: number;
  characters: number;
  /** Plain tokens without answer, system prompt and tools. */
  window: number | undefined;
}

interface Uncovered {
  messages: number;
  tokens: number;
  answer?: number;
}

interface DueRule {
  size: number;
  /** The first summary needs more messages, because many conversations are one question about a long text. */
  hasSummary: boolean;
  budget: number;
  room: HistoryRoom;
  minTokens: number | undefined;
}

const CHARACTERS_PER_TOKEN = 4;
/** A quarter of the room: the other parts of a call need the rest. */
const ROOM_PARTS = 4;
/** Summarizes this many messages regardless of their tokens: a call reads at most twice as many. */
const MAX_MESSAGES = 500;
const FULL_PARTS = 2;

/** Sending fewer tokens is cheaper than summarizing them. */
export function leastReplaced({ budget, room, minTokens }: Omit<DueRule, 'size' | 'hasSummary'>): number {
  const { tokens, characters, window = Infinity } = room;
  const fewest = Math.min(tokens, characters / CHARACTERS_PER_TOKEN, window);
  return Math.min(minTokens ?? hiddenLimit(budget), Math.max(0, Math.floor(fewest / ROOM_PARTS)));
}

/**
 * A summary is due if the uncovered messages fill half of their room, if they do not fit into it with the answer, or if
 * `size` of them are worth summarizing.
 */
export function isSummaryDue({ messages, tokens, answer = 0 }: Uncovered, rule: DueRule): boolean {
  const { tokens: raw, fewest } = measureRaw(rule);
  const isFull = tokens >= raw / FULL_PARTS || tokens + answer > raw;
  if (messages >= fewest && isFull) return true;
  return messages >= rule.size && (tokens >= leastReplaced(rule) || messages >= MAX_MESSAGES);
}

/** If the flow's own limits are lower, long texts are sent as placeholders. */
function measureRaw({ room, size, hasSummary }: DueRule): { tokens: number; fewest: number } {
  const { tokens, characters, window = Infinity } = room;
  const limit = Math.min(tokens, characters / CHARACTERS_PER_TOKEN);
  const share = rawShare(window);
  if (share >= limit) return { tokens: limit, fewest: Math.ceil(size / 2) };
  return { tokens: share, fewest: hasSummary ? 2 : 3 };
}
