import { rawShare } from './raw-share.js';
import { hiddenLimit } from './hidden-limit.js';

export interface HistoryRoom {
  tokens: number;
  characters: number;
  /** Tokens left for messages, without the answer, system prompt and tools. */
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
/** A summary never has to replace more than one of these parts of the room. */
const ROOM_PARTS = 4;
/** A summary is due after this many messages, however short. */
const MAX_MESSAGES = 500;
const FULL_PARTS = 2;

/** Below this many tokens, sending the messages again is cheaper than a summary. */
export function leastReplaced({ budget, room, minTokens }: Omit<DueRule, 'size' | 'hasSummary'>): number {
  const { tokens, characters, window = Infinity } = room;
  const fewest = Math.min(tokens, characters / CHARACTERS_PER_TOKEN, window);
  return Math.min(minTokens ?? hiddenLimit(budget), Math.max(0, Math.floor(fewest / ROOM_PARTS)));
}

/**
 * True if the uncovered messages fill half of their room, if the answer will not fit next to them, or if
 * there are at least `size` of them and a summary is worth its cost.
 */
export function isSummaryDue({ messages, tokens, answer = 0 }: Uncovered, rule: DueRule): boolean {
  const { tokens: raw, fewest } = measureRaw(rule);
  const isFull = tokens >= raw / FULL_PARTS || tokens + answer > raw;
  if (messages >= fewest && isFull) return true;
  return messages >= rule.size && (tokens >= leastReplaced(rule) || messages >= MAX_MESSAGES);
}

/** The flow's limits on history apply if they are lower than the window's share. */
function measureRaw({ room, size, hasSummary }: DueRule): { tokens: number; fewest: number } {
  const { tokens, characters, window = Infinity } = room;
  const limit = Math.min(tokens, characters / CHARACTERS_PER_TOKEN);
  const share = rawShare(window);
  if (share >= limit) return { tokens: limit, fewest: Math.ceil(size / 2) };
  return { tokens: share, fewest: hasSummary ? 2 : 3 };
}
