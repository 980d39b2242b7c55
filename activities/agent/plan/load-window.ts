import type { CallExecution, ThreadWindow } from '../../../context/call/call-rows.js';
import {
  chooseWindow,
  leftOfThread,
  windowQuery,
  type ThreadWindowInput,
} from '../../../context/call/thread-window.js';
import { loadWindow, readRunningTokens } from '../../../store/conversation/load-window.js';
import type { Database } from '../../../store/database.js';

/** Reads the raw window of a thread: one snapshot of what a summary covers, as the execution's facts say. */
export async function loadThreadWindow(
  db: Database,
  input: ThreadWindowInput & { execution: CallExecution & { conversationId: number }; tokenFactor: number },
): Promise<ThreadWindow> {
  const { execution, node, tokenFactor } = input;
  const { conversationId, currentSeq: current } = execution;
  const { messageCharacters } = node.history;
  const newestFirst = await loadWindow(db, {
    conversationId,
    current,
    messageCharacters,
    ...windowQuery(input),
  });
  const { bounds, ...window } = chooseWindow(newestFirst, input);
  const [currentRow] = newestFirst;
  if (currentRow === undefined) throw new Error(`Thread ${conversationId} is empty`);
  const counted = [];
  for (const { rule, seq } of bounds) {
    const known = newestFirst.find((row) => row.seq === seq);
    const runningTokens = known?.runningTokens ?? (await readRunningTokens(db, conversationId, seq));
    counted.push({ rule, seq, runningTokens });
  }
  return { ...window, left: leftOfThread(counted, { ...input, current: currentRow, tokenFactor }) };
}
