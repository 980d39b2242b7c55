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
  /** The first summary waits, because many threads have one question about a long text. */
  hasSummary: boolean;
  budget: number;
  room: HistoryRoom;
  minTokens: number | undefined;
}

const CHARACTERS_PER_TOKEN = 4;
/** A quarter: the rest is for other parts of a call. */
const ROOM_PARTS = 4;
/** At most twice as many messages are read. */
const MAX_MESSAGES = 500;
const FULL_PARTS = 2;

/** Sending fewer tokens is cheaper than summarizing them. */
export function leastReplaced({ budget, room, minTokens }: Omit<DueRule, 'size' | 'hasSummary'>): number {
  const { tokens, characters, window = Infinity } = room;
  const fewest = Math.min(tokens, characters / CHARACTERS_PER_TOKEN, window);
  return Math.min(minTokens ?? hiddenLimit(budget), Math.max(0, Math.floor(fewest / ROOM_PARTS)));
}

/** Due: a full window worth summarizing, no room for as many messages again, or a next call that cannot send all. */
export function isSummaryDue({ messages, tokens, answer = 0 }: Uncovered, rule: DueRule): boolean {
  const { tokens: raw, fewest } = measureRaw(rule);
  const isFull = tokens >= raw / FULL_PARTS || tokens + answer > raw;
  if (messages >= fewest && isFull) return true;
  return messages >= rule.size && (tokens >= leastReplaced(rule) || messages >= MAX_MESSAGES);
}

/** Long texts are placeholders under the flow's own limits. */
function measureRaw({ room, size, hasSummary }: DueRule): { tokens: number; fewest: number } {
  const { tokens, characters, window = Infinity } = room;
  const limit = Math.min(tokens, characters / CHARACTERS_PER_TOKEN);
  const share = rawShare(window);
  if (share >= limit) return { tokens: limit, fewest: Math.ceil(size / 2) };
  return { tokens: share, fewest: hasSummary ? 2 : 3 };
}
