import type { ModelMessage } from '@ai-sdk/provider-utils';
import {
  listResults,
  sumTokens,
  type ContextEntry,
  type LeftOut,
  type Stage,
  type ToolResultPart,
} from '../message/entries.js';
import type { LeftRule } from '../message/left.js';
import {
  createResultCounter,
  pointAt,
  showPointers,
  type FindPointer,
  type PointedResult,
} from './show-pointer.js';

/** Evicts results until this share of the room is in use. */
const LOW_WATER = 0.6;

export const FRESH_STEPS = 4;
/** Evicting a smaller result would save too little. */
export const EVICTION_TOKENS = 1_000;

export interface ViewResultsInput {
  entries: readonly ContextEntry[];
  limit: number;
  room: number;
  cutsOnlyForSpace?: boolean | undefined;
  findPointer: FindPointer;
  countMessage: (message: ModelMessage) => number;
}

export function viewResults(input: ViewResultsInput): Stage {
  if (input.cutsOnlyForSpace === true && sumTokens(input.entries) <= input.room)
    return { entries: input.entries, left: [] };
  const large = listLargeResults(input);
  const evicted = evictResults(large, input);
  const spilled = spillResults(large, { input, evicted });
  if (evicted.size + spilled.size === 0) return { entries: input.entries, left: [] };
  const { countMessage } = input;
  const left: LeftOut[] = [];
  const show = (entry: ContextEntry, rule: LeftRule, pointers: Pointers): ContextEntry =>
    entry.message.role === 'tool'
      ? showPointers(entry, { rule, left, countMessage, pointerFor: (result) => pointers.get(result) })
      : entry;
  const entries = input.entries.map((entry) => show(show(entry, 'spilled', spilled), 'evicted', evicted));
  return { entries, left };
}

type Pointers = ReadonlyMap<ToolResultPart, string>;

interface LargeResult {
  index: number;
  result: ToolResultPart;
  tokens: number;
  textTokens: number;
  isFresh: boolean;
}

function listLargeResults({ entries, limit, countMessage }: ViewResultsInput): LargeResult[] {
  const countResult = createResultCounter(countMessage);
  const most = Math.min(limit, EVICTION_TOKENS);
  const large: LargeResult[] = [];
  let laterSteps = 0;
  for (const { index, message, tokens: all } of entries.toReversed()) {
    if (message.role === 'assistant') laterSteps += 1;
    // A message below the limit contains no larger result, so its results need no count.
    if (message.role !== 'tool' || all <= most) continue;
    for (const result of listResults(message).toReversed()) {
      const tokens = countResult(result);
      if (tokens <= most) continue;
      const textTokens = countResult(withoutPictures(result));
      large.push({ index, result, tokens, textTokens, isFresh: laterSteps < FRESH_STEPS });
    }
  }
  return large.reverse();
}

function withoutPictures(result: ToolResultPart): ToolResultPart {
  const { output } = result;
  if (output.type !== 'content') return result;
  return {
    ...result,
    output: { type: 'content', value: output.value.filter(({ type }) => type === 'text') },
  };
}

function evictResults(large: readonly LargeResult[], input: ViewResultsInput): Pointers {
  const { entries, limit, room } = input;
  const whole = sumTokens(entries);
  if (whole <= room) return new Map();
  const countResult = createResultCounter(input.countMessage);
  const stored = large.flatMap((of) => {
    const pointer = findPointer(of, { input, reason: 'evicted' });
    return pointer === undefined ? [] : [{ ...of, pointer, shownTokens: Math.min(of.tokens, limit) }];
  });
  // Counts results only up to their limit, so that a larger window never evicts a result that a smaller one
  // shows.
  const total = stored.reduce((sum, { tokens, shownTokens }) => sum - tokens + shownTokens, whole);
  const old = stored.filter(({ isFresh, textTokens }) => !isFresh && textTokens > EVICTION_TOKENS);
  const freed = old.map(({ result, pointer, shownTokens }) => {
    const output = pointAt(result.output, { pointer, keepsPictures: true });
    return shownTokens - countResult({ ...result, output });
  });
  const evicted = old.slice(0, countEvicted(freed, { total, room }));
  return new Map(evicted.map(({ result, pointer }) => [result, pointer]));
}

function spillResults(
  large: readonly LargeResult[],
  { input, evicted }: { input: ViewResultsInput; evicted: Pointers },
): Pointers {
  const spilled = new Map<ToolResultPart, string>();
  const limit = input.cutsOnlyForSpace === true ? fitLimit(large, input) : input.limit;
  for (const of of large) {
    if (of.tokens <= limit || evicted.has(of.result)) continue;
    const pointer = findPointer(of, { input: { ...input, limit }, reason: 'spilled' });
    if (pointer !== undefined) spilled.set(of.result, pointer);
  }
  return spilled;
}

function fitLimit(large: readonly LargeResult[], { entries, room, limit }: ViewResultsInput): number {
  const excess = sumTokens(entries) - room;
  const sizes = large.map(({ tokens }) => tokens).sort((one, other) => other - one);
  let sum = 0;
  for (const [at, size] of sizes.entries()) {
    sum += size;
    const shared = Math.floor((sum - excess) / (at + 1));
    if (shared >= (sizes[at + 1] ?? 0)) return Math.max(limit, shared);
  }
  return limit;
}

function findPointer(
  { index, result, tokens, textTokens }: LargeResult,
  { input, reason }: { input: ViewResultsInput; reason: PointedResult['reason'] },
): string | undefined {
  const shown = reason === 'evicted' ? textTokens : tokens;
  return input.findPointer({ index, result, tokens: shown, limit: input.limit, reason });
}

/**
 * Rounds the number of evicted results to a multiple of the largest possible power of two. So the number, and
 * the prefix that the provider caches, stay the same for many steps.
 */
export function countEvicted(
  freed: readonly number[],
  { total, room }: { total: number; room: number },
): number {
  const least = countToFit(freed, total - room);
  const most = countToFit(freed, total - Math.floor(Math.max(0, room) * LOW_WATER));
  let unit = 1;
  while (unit * 2 <= most) unit *= 2;
  while (Math.floor(most / unit) * unit < least) unit /= 2;
  return least === 0 ? 0 : Math.floor(most / unit) * unit;
}

function countToFit(freed: readonly number[], needed: number): number {
  let tokens = 0;
  for (const [count, own] of freed.entries()) {
    if (tokens >= needed) return count;
    tokens += own;
  }
  return freed.length;
}
