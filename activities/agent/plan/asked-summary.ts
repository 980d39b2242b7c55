import { summaryBudget } from '../../../context/summary/summary-budget.js';
import type { ExecutionFacts } from '../../../store/execution/load-execution.js';
import type { AdoptedSummary } from '../../../store/summaries/summary-head.js';
import type { AskedSummary } from './gather-context.js';
import type { NodeContext } from './node-context.js';
import { outputLimitOf } from './window-of.js';

/** A summary may take one part in this many of what an answer may have. */
const OUTPUT_SHARE = 2;

/**
 * The summary that is due with a call's answer and may be asked for with it; undefined: none is, or the call is not
 * shown the one that it would take in.
 */
export function askedSummary(input: {
  execution: ExecutionFacts;
  node: NodeContext;
  /** The one that the call is sent. */
  summary: AdoptedSummary | undefined;
}): AskedSummary | undefined {
  const { execution, node, summary } = input;
  const { currentSeq, summaryOrdinal, threadDepth, title } = execution;
  const { summaries, messages } = node.history;
  if (summaries?.inline !== true || currentSeq === null) return undefined;
  if (!node.speaksLast || !node.seesHistory || node.prompt !== undefined) return undefined;
  if (summaryOrdinal !== null && summary === undefined) return undefined;
  const coversThrough = Math.max(execution.coversThrough ?? 0, execution.clearedThrough ?? 0);
  // An answer must not be cut short by what is appended to it.
  const budget = summaryBudget(threadDepth, summaries.tokens);
  if (outputLimitOf(node.config) < OUTPUT_SHARE * budget) return undefined;
  // With the answer there are as many messages, and the next one is more than the window holds.
  const isDue = summaries.every === 'turn' || currentSeq + 1 - coversThrough >= messages;
  if (!isDue) return undefined;
  return {
    base: { ordinal: summaryOrdinal, coversThrough },
    coversThrough: currentSeq,
    budget,
    wantsTitle: title === null && threadDepth === 0,
  };
}
