import { isSummaryDue } from '../summary/least-replaced.js';
import { summaryBudget } from '../summary/summary-budget.js';
import type { CallRoom } from './call-room.js';
import type { CallRows } from './call-rows.js';

const OUTPUT_SHARE = 2;

interface DueSummaryInput {
  rows: Pick<CallRows, 'execution' | 'node' | 'window'>;
  room: CallRoom;
  hasFailed?: boolean | undefined;
}

export interface DueSummary {
  coversThrough: number;
  budget: number;
}

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
      // The next message counts too, because it may overflow the window.
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

/** If several nodes answer, no call knows that it is the turn's last, so none may ask. */
function mayAsk({ speaksLast, seesHistory, prompt, instructions }: CallRows['node']): boolean {
  return speaksLast && seesHistory && prompt === undefined && !instructions;
}
