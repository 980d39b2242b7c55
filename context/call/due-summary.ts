import { isSummaryDue } from '../summary/least-replaced.js';
import { summaryBudget } from '../summary/summary-budget.js';
import type { CallRoom } from './call-room.js';
import type { CallRows } from './call-rows.js';

/** A summary may take one part in this many of the answer's limit, so that it does not cut the answer short. */
const OUTPUT_SHARE = 2;

interface DueSummaryInput {
  rows: Pick<CallRows, 'execution' | 'node' | 'window'>;
  room: CallRoom;
  /** The model was asked before and returned no usable summary, so an upkeep makes it after the turn. */
  hasFailed?: boolean | undefined;
}

/** A summary that is due with a call's answer. */
export interface DueSummary {
  /** Messages up to here are covered already. */
  coversThrough: number;
  /** Tokens that it may have. */
  budget: number;
}

/** Returns the summary that is due with a call's answer, if one is due and the flow asks for summaries with answers. */
export function findDueSummary({ rows, room, hasFailed }: DueSummaryInput): DueSummary | undefined {
  const { execution, node, window } = rows;
  const { currentSeq, threadDepth } = execution;
  const { summaries, messages, tokens, characters } = node.history;
  if (hasFailed === true || summaries?.inline !== true || !mayAsk(node)) return undefined;
  if (currentSeq === null || execution.conversationId === null) return undefined;
  const budget = Math.min(summaryBudget(threadDepth, summaries.tokens), room.leading);
  if (room.output < OUTPUT_SHARE * budget) return undefined;
  const coversThrough = Math.max(execution.coversThrough ?? 0, execution.clearedThrough ?? 0);
  if (summaries.every === 'turn') return { coversThrough, budget };
  const uncovered = (window?.rows ?? []).filter(({ seq }) => seq > coversThrough);
  const isDue = isSummaryDue(
    {
      // With the answer there are as many messages, and the next one is more than the window holds.
      messages: currentSeq + 1 - coversThrough,
      tokens: uncovered.reduce((sum, one) => sum + one.tokens, 0),
    },
    {
      size: messages,
      hasSummary: execution.summaryOrdinal !== null,
      budget,
      room: { tokens, characters, window: Math.floor(room.budget / room.tokenFactor) },
      minTokens: summaries.minTokens,
    },
  );
  return isDue ? { coversThrough, budget } : undefined;
}

/** Of a run with several answers nobody knows which is the last. */
function mayAsk({ speaksLast, seesHistory, prompt, instructions }: CallRows['node']): boolean {
  return speaksLast && seesHistory && prompt === undefined && instructions === undefined;
}
