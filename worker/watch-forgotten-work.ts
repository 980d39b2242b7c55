import { reconcileExecutions, reconcilePage } from '../activities/ending/reconcile-executions.js';
import { errorMessage } from '../protocol/error-message.js';
import { createDescribeWorkflow } from './describe-workflow.js';
import { toWarn, type Note } from './create-note.js';
import { repeatUntilStopped } from './repeat-until-stopped.js';
import type { Age } from '../store/execution/unfinished-executions.js';
import { mustScanAll, storeScan } from '../store/worker-settings.js';
import { readClock } from '../store/read-clock.js';
import { isOldestWorker } from '../store/workers/live-workers.js';
import { wakeAllConversations, wakeConversations, type WakeDependencies } from './wake-conversations.js';
import { WorkflowNotFoundError } from '@temporalio/client';
import type { ExecutionSignals } from '../protocol/messages.js';
import { listUndeliveredAnswers } from '../store/nodes/undelivered-answers.js';

const PAGE = 100;
const ANSWERED = 'answered' satisfies keyof ExecutionSignals;

/** Soon enough for a user who waits, at almost no cost. */
const PAUSE_MS = 30_000;
/** Older turns count as forgotten: by then, a turn has usually begun, or its Workflow has a task. */
const FORGOTTEN_SECONDS = 15;

/**
 * Wakes conversations with forgotten turns, and finishes executions whose Workflow is gone. With `self`, only
 * a Task Queue's oldest worker does this.
 */
export function watchForgottenWork(
  dependencies: WakeDependencies,
  {
    note,
    self,
    pauseMs = PAUSE_MS,
    afterSeconds = FORGOTTEN_SECONDS,
  }: { note: Note; self?: { id: string }; pauseMs?: number; afterSeconds?: number },
): () => Promise<void> {
  const { db, temporal, taskQueue } = dependencies;
  const reconciling = { db, describeWorkflow: createDescribeWorkflow(temporal), warn: toWarn(note) };
  let startedAt: Date | undefined;
  let hasLooked = false;
  let after = { turn: 0, execution: 0 };
  return repeatUntilStopped(look, {
    everyMs: pauseMs,
    onError(error, isFirst) {
      if (isFirst)
        note('WARN', `Looking for waiting turns and stored answers failed: ${errorMessage(error)}`);
    },
  });

  async function look(): Promise<void> {
    startedAt ??= await readClock(db);
    if (self && !(await isOldestWorker(db, { taskQueue, id: self.id }))) return;
    const isOfAll = await mustScanAll(db, taskQueue, startedAt);
    // The first look covers only work that began before this worker.
    if (isOfAll) await lookAtAll(hasLooked ? { olderThanSeconds: afterSeconds } : { before: startedAt });
    hasLooked = true;
    await storeScan(db, taskQueue, { isOfAll });
    const turn = await lookForTurns(after.turn);
    for (const id of await notifyAnswers(dependencies, { afterSeconds }))
      note('INFO', `Notified '${id}' of an answer that was stored`);
    after = { turn, execution: await lookForExecutions(after.execution) };
  }

  /** Also covers conversations that get no further message. */
  async function lookAtAll(age: Age): Promise<void> {
    noteFinished(await reconcileExecutions(reconciling, { ...age, taskQueue }));
    noteWoken(await wakeAllConversations(dependencies, { afterSeconds, rowsOf: taskQueue }));
  }

  async function lookForTurns(after: number): Promise<number> {
    const { woken, next } = await wakeConversations(dependencies, { afterSeconds, after, rowsOf: taskQueue });
    noteWoken(woken);
    return next;
  }

  async function lookForExecutions(after: number): Promise<number> {
    for (;;) {
      const page = { after, isAlone: true, olderThanSeconds: afterSeconds, taskQueue };
      const { finished, next } = await reconcilePage(reconciling, page);
      noteFinished(finished);
      // Finishing executions may orphan their sub-executions, so looks again.
      if (finished.length === 0) return next;
    }
  }

  function noteFinished(ids: readonly string[]): void {
    for (const id of ids) note('INFO', `Finished the rows of '${id}', whose Workflow no longer exists`);
  }

  function noteWoken(ids: readonly string[]): void {
    for (const id of ids) note('INFO', `Woke '${id}', which had an unprocessed turn`);
  }
}

/** Notifies executions of stored answers whose client crashed. */
export async function notifyAnswers(
  { db, temporal }: Pick<WakeDependencies, 'db' | 'temporal'>,
  { afterSeconds }: { afterSeconds: number },
): Promise<string[]> {
  const notified: string[] = [];
  for (const { executionId, question } of await listUndeliveredAnswers(db, { afterSeconds, limit: PAGE })) {
    try {
      await temporal.workflow.getHandle(executionId).signal(ANSWERED, question);
      notified.push(executionId);
    } catch (error) {
      if (!(error instanceof WorkflowNotFoundError)) throw error;
    }
  }
  return notified;
}
