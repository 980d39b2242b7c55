import type { ModelMessage } from '@ai-sdk/provider-utils';
import { resultsOf, type ContextEntry, type LeftOut, type Stage, type ToolResultPart } from '../entries.js';
import { createResultCounter, showPointers, type FindPointer } from './show-pointer.js';

/** Steps whose results are shown whole; older ones have done their work. */
export const FRESH_STEPS = 4;
/** A smaller result is not worth a pointer. */
export const EVICTION_TOKENS = 1_000;

export interface ViewResultsInput {
  entries: readonly ContextEntry[];
  /** Tokens that one result may have. */
  limit: number;
  findPointer: FindPointer;
  countMessage: (message: ModelMessage) => number;
}

/**
 * Shows tool results that are over the limit as their pointer, and those of more than 1,000 tokens that are
 * older than 4 steps. What is stored nowhere stays. Idempotent.
 */
export function viewResults({ entries, limit, findPointer, countMessage }: ViewResultsInput): Stage {
  const left: LeftOut[] = [];
  const countResult = createResultCounter(countMessage);
  let laterSteps = 0;
  const viewed = entries.map((entry) => entry);
  for (let at = viewed.length - 1; at >= 0; at -= 1) {
    const entry = viewed[at];
    if (entry?.message.role === 'assistant') laterSteps += 1;
    // A message holds at least what each of its results does.
    if (entry?.message.role !== 'tool' || entry.tokens <= Math.min(limit, EVICTION_TOKENS)) continue;
    const spilled = spill(entry);
    viewed[at] = laterSteps >= FRESH_STEPS ? evict(spilled) : spilled;
  }
  return { entries: viewed, left };

  function spill(entry: ContextEntry): ContextEntry {
    return showPointers(entry, {
      rule: 'spilled',
      left,
      countMessage,
      pointerFor: (result) => {
        const tokens = countResult(result);
        if (tokens <= limit) return undefined;
        return findPointer({ index: entry.index, result, tokens, limit, reason: 'spilled' });
      },
    });
  }

  function evict(entry: ContextEntry): ContextEntry {
    if (resultsOf(entry.message).every((result) => countTexts(result) <= EVICTION_TOKENS)) return entry;
    return showPointers(entry, {
      rule: 'evicted',
      left,
      countMessage,
      pointerFor: (result) => {
        const tokens = countTexts(result);
        if (tokens <= EVICTION_TOKENS) return undefined;
        return findPointer({ index: entry.index, result, tokens, limit, reason: 'evicted' });
      },
    });
  }

  /** Pictures are left alone, so they do not count. */
  function countTexts(result: ToolResultPart): number {
    const { output } = result;
    if (output.type !== 'content') return countResult(result);
    return countResult({
      ...result,
      output: { type: 'content', value: output.value.filter((part) => part.type === 'text') },
    });
  }
}
