import type { ModelMessage } from '@ai-sdk/provider-utils';
import type { ContextEntry, LeftOut, Stage, ToolResultPart } from '../entries.js';
import { createResultCounter, showPointers, type FindPointer, type PointedResult } from './show-pointer.js';

/** The results of so many newest steps are shown whole; older ones have done their work. */
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
 * Shows tool results that are over the limit as their pointer, and those of more than 1,000 tokens that are older than
 * 4 steps. A result that is stored nowhere stays. Idempotent.
 */
export function viewResults(input: ViewResultsInput): Stage {
  const view = new ResultView(input);
  let laterSteps = 0;
  const viewed = [...input.entries];
  for (let at = viewed.length - 1; at >= 0; at -= 1) {
    const entry = viewed[at];
    if (entry?.message.role === 'assistant') laterSteps += 1;
    // A message has at least the tokens of each of its results.
    if (entry?.message.role !== 'tool' || entry.tokens <= Math.min(input.limit, EVICTION_TOKENS)) continue;
    const spilled = view.spill(entry);
    viewed[at] = laterSteps >= FRESH_STEPS ? view.evict(spilled) : spilled;
  }
  return { entries: viewed, left: view.left };
}

class ResultView {
  readonly left: LeftOut[] = [];
  private readonly countResult: (result: ToolResultPart) => number;

  constructor(private readonly input: ViewResultsInput) {
    this.countResult = createResultCounter(input.countMessage);
  }

  spill(entry: ContextEntry): ContextEntry {
    return this.pointAtLarge(entry, { rule: 'spilled', most: this.input.limit, count: this.countResult });
  }

  evict(entry: ContextEntry): ContextEntry {
    const count = (result: ToolResultPart): number => this.countTexts(result);
    return this.pointAtLarge(entry, { rule: 'evicted', most: EVICTION_TOKENS, count });
  }

  /** Shows the results of more than `most` tokens as their pointers. */
  private pointAtLarge(
    entry: ContextEntry,
    how: { rule: PointedResult['reason']; most: number; count: (result: ToolResultPart) => number },
  ): ContextEntry {
    const { limit, findPointer, countMessage } = this.input;
    const { rule, most, count } = how;
    return showPointers(entry, {
      rule,
      left: this.left,
      countMessage,
      pointerFor: (result) => {
        const tokens = count(result);
        if (tokens <= most) return undefined;
        return findPointer({ index: entry.index, result, tokens, limit, reason: rule });
      },
    });
  }

  /** Counts a result without its pictures: eviction leaves them beside the pointer. */
  private countTexts(result: ToolResultPart): number {
    const { output } = result;
    if (output.type !== 'content') return this.countResult(result);
    return this.countResult({
      ...result,
      output: { type: 'content', value: output.value.filter((part) => part.type === 'text') },
    });
  }
}
