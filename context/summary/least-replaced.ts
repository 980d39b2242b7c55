import { rawShare } from './raw-share.js';
import { hiddenLimit } from './hidden-limit.js';

export interface HistoryRoom {
  tokens: number;
  characters: number;
  /** Plain tokens of the window, without answer, system prompt and tools. */
  window: number | undefined;
}

interface Uncovered {
  messages: number;
  tokens: number;
  answer?: number;
}

interface DueRule {
  size: number;
  /** The first summary requires more messages, because many conversations are one question about a long text. */
  hasSummary: boolean;
  budget: number;
  room: HistoryRoom;
  minTokens: number | undefined;
}

const CHARACTERS_PER_TOKEN = 4;
/** Summarizing is worthwhile from a quarter of the room on, because the other parts of a call need the rest. */
const ROOM_PARTS = 4;
/** From this many messages on, a summary is due regardless of tokens. A call reads at most twice as many. */
const MAX_MESSAGES = 500;
const FULL_PARTS = 2;

/** Returns the fewest tokens worth a summary: sending fewer again is cheaper. */
export function leastReplaced({ budget, room, minTokens }: Omit<DueRule, 'size' | 'hasSummary'>): number {
  const { tokens, characters, window = Infinity } = room;
  const fewest = Math.min(tokens, characters / CHARACTERS_PER_TOKEN, window);
  return Math.min(minTokens ?? hiddenLimit(budget), Math.max(0, Math.floor(fewest / ROOM_PARTS)));
}

/**
 * A summary is due in three cases: the uncovered messages fill half of their room; they and the answer do not fit
 * into it; or there are `size` of them, and they are worth a summary.
 */
export function isSummaryDue({ messages, tokens, answer = 0 }: Uncovered, rule: DueRule): boolean {
  const { tokens: raw, fewest } = measureRaw(rule);
  const isFull = tokens >= raw / FULL_PARTS || tokens + answer > raw;
  if (messages >= fewest && isFull) return true;
  return messages >= rule.size && (tokens >= leastReplaced(rule) || messages >= MAX_MESSAGES);
}

/** Returns the room of raw messages. If the flow's own limits are lower than the window's share, they apply. */
function measureRaw({ room, size, hasSummary }: DueRule): { tokens: number; fewest: number } {
  const { tokens, characters, window = Infinity } = room;
  const limit = Math.min(tokens, characters / CHARACTERS_PER_TOKEN);
  const share = rawShare(window);
  if (share >= limit) return { tokens: limit, fewest: Math.ceil(size / 2) };
  return { tokens: share, fewest: hasSummary ? 2 : 3 };
}
