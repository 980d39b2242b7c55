import { rawShare } from './raw-share.js';
import { hiddenLimit } from './hidden-limit.js';

export interface HistoryRoom {
  tokens: number;
  characters: number;
  /** Excludes answer, system prompt and tools. */
  window: number | undefined;
}

interface Uncovered {
  messages: number;
  tokens: number;
  answer?: number;
}

interface DueRule {
  size: number;
  /** Many conversations are one question about a long text. */
  hasSummary: boolean;
  budget: number;
  room: HistoryRoom;
  minTokens: number | undefined;
}

const CHARACTERS_PER_TOKEN = 4;
/** The call's other parts need the rest of the room. */
const ROOM_PARTS = 4;
/** A summary is due here regardless of tokens. */
const MAX_MESSAGES = 500;
const FULL_PARTS = 2;

/** Below this, sending the messages again is cheaper. */
export function leastReplaced({ budget, room, minTokens }: Omit<DueRule, 'size' | 'hasSummary'>): number {
  const { tokens, characters, window = Infinity } = room;
  const fewest = Math.min(tokens, characters / CHARACTERS_PER_TOKEN, window);
  return Math.min(minTokens ?? hiddenLimit(budget), Math.max(0, Math.floor(fewest / ROOM_PARTS)));
}

/**
 * The uncovered messages fill half of their room, do not fit with the answer, or number `size` and are worth
 * a summary.
 */
export function isSummaryDue({ messages, tokens, answer = 0 }: Uncovered, rule: DueRule): boolean {
  const { tokens: raw, fewest } = measureRaw(rule);
  const isFull = tokens >= raw / FULL_PARTS || tokens + answer > raw;
  if (messages >= fewest && isFull) return true;
  return messages >= rule.size && (tokens >= leastReplaced(rule) || messages >= MAX_MESSAGES);
}

/** The flow's own limits apply if lower than the window's share. */
function measureRaw({ room, size, hasSummary }: DueRule): { tokens: number; fewest: number } {
  const { tokens, characters, window = Infinity } = room;
  const limit = Math.min(tokens, characters / CHARACTERS_PER_TOKEN);
  const share = rawShare(window);
  if (share >= limit) return { tokens: limit, fewest: Math.ceil(size / 2) };
  return { tokens: share, fewest: hasSummary ? 2 : 3 };
}
