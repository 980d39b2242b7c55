import type { CallExecution, HistoryWindow } from '../../../context/call/call-rows.js';
import {
  chooseWindow,
  leftOfHistory,
  windowQuery,
  type HistoryWindowInput,
} from '../../../context/call/history-window.js';
import { loadWindow, readRunningTokens } from '../../../store/conversation/load-window.js';
import type { Database } from '../../../store/database.js';
import type { StoredPlanFacts } from './stored-plan-facts.js';

export async function loadHistoryWindow(
  db: Database,
  input: HistoryWindowInput & {
    execution: CallExecution & { conversationId: number; branch: number };
    tokenFactor: number;
    before?: StoredPlanFacts | undefined;
  },
): Promise<HistoryWindow> {
  const { execution, node, tokenFactor, before } = input;
  const { conversationId, currentSeq: current, branch } = execution;
  const thread = { conversationId, branch, clearedThrough: before && (execution.clearedThrough ?? 0) };
  const { messageCharacters } = node.history;
  const newestFirst = (
    await loadWindow(db, {
      ...thread,
      current,
      messageCharacters,
      withStanding: node.seesHistory,
      summaryOrdinal: node.history.summaries ? (execution.summaryOrdinal ?? undefined) : undefined,
      ...windowQuery(input),
    })
  ).map((row) => (before?.wasSent(row.seq) === true ? { ...row, omitted: null } : row));
  const { bounds, omitted, ...window } = chooseWindow(newestFirst, input);
  const [currentRow] = newestFirst;
  if (!currentRow) throw new Error(`Thread ${conversationId} is empty`);
  const counted = [];
  for (const { rule, seq } of bounds) {
    const known = newestFirst.find((row) => row.seq === seq);
    const runningTokens =
      known?.runningTokens ?? (await readRunningTokens(db, { conversationId, branch, seq }));
    counted.push({ rule, seq, runningTokens });
  }
  const standing = currentRow.standing ?? [];
  const left = leftOfHistory(counted, { ...input, current: currentRow, omitted, tokenFactor });
  return {
    ...window,
    omitted: omitted.map(({ seq }) => seq),
    standing,
    summary: currentRow.summary ?? undefined,
    left,
  };
}
