import { listResults, type ContextEntry, type LeftOut, type ToolResultPart } from '../message/entries.js';
import type { Counters } from '../text/counters.js';
import { createResultCounter, showPointers, type FindPointer } from '../results/show-pointer.js';
import type { Unit } from './units.js';

/** A pointer must save at least this share of its result. This also prevents pointers to pointers. */
const MIN_SAVED_SHARE = 0.25;

export interface ShareResultsInput {
  unit: Unit;
  share: number;
  room: number;
  limit: number;
  findPointer: FindPointer;
  counters: Counters;
  left: LeftOut[];
}

/** Shortens the newest step instead of dropping it: the agent would repeat a dropped step forever. */
export function shareResults(input: ShareResultsInput): Unit {
  const { unit, share, room, counters } = input;
  const countResult = createResultCounter(counters.countMessage);
  const results = unit.entries.flatMap((entry) =>
    listResults(entry.message).map((result) => {
      const whole = countResult(result);
      return { entry, result, whole, tokens: whole };
    }),
  );
  let resultTokens = results.reduce((sum, { tokens }) => sum + tokens, 0);
  let unitTokens = unit.tokens;
  if (resultTokens <= share && unitTokens <= room) return unit;
  const limit = Math.min(input.limit, Math.floor(share / Math.max(1, results.length)));
  const pointers = new Map<ToolResultPart, string>();
  for (const most of [limit, 0]) {
    results.sort((one, other) => other.tokens - one.tokens);
    for (const item of results) {
      if (resultTokens <= share && unitTokens <= room) break;
      const { entry, result, whole, tokens } = item;
      const pointer = input.findPointer({
        index: entry.index,
        result,
        tokens: whole,
        limit: most,
        reason: 'spilled',
      });
      if (pointer === undefined) continue;
      const saved = tokens - counters.countText(pointer);
      if (saved <= tokens * MIN_SAVED_SHARE) continue;
      pointers.set(result, pointer);
      item.tokens -= saved;
      resultTokens -= saved;
      unitTokens -= saved;
    }
  }
  return withPointers(unit, pointers, input);
}

function withPointers(
  unit: Unit,
  pointers: ReadonlyMap<ToolResultPart, string>,
  { counters, left }: ShareResultsInput,
): Unit {
  const entries = unit.entries.map((entry): ContextEntry =>
    entry.message.role === 'tool'
      ? showPointers(entry, {
          rule: 'spilled',
          left,
          countMessage: counters.countMessage,
          pointerFor: (result) => pointers.get(result),
        })
      : entry,
  );
  return { ...unit, entries, tokens: entries.reduce((sum, entry) => sum + entry.tokens, 0) };
}
