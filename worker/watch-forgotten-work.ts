import { reconcileExecutions, reconcilePage } from '../activities/ending/reconcile-executions.js';
import { errorMessage } from '../protocol/error-message.js';
import { createDescribeWorkflow } from './describe-workflow.js';
import { createBackoff } from './create-backoff.js';
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
import { actOnEach } from '../activities/ending/act-on-each.js';

const PAGE = 100;
const ANSWERED = 'answered' satisfies keyof ExecutionSignals;

/** Soon enough for a user who waits, at almost no cost. */
const PAUSE_MS = 30_000;
/** Older turns count as forgotten: by then, a turn has usually begun, or its Workflow has a task. */
const FORGOTTEN_SECONDS = 15;
/** A server accepts 10,000 Signals per run. */
const MAX_PAUSE_MS = 3_600_000;

/**
 * Wakes conversations with forgotten turns, and finishes executions whose Workflow is gone. With `self`, only
 * a Task Queue's oldest worker does this.
 */
export function watchForgottenWork(
  system: Omit<WakeDependencies, 'onFailure'>,
  {
    note,
    self,
    pauseMs = PAUSE_MS,
    afterSeconds = FORGOTTEN_SECONDS,
  }: { note: Note; self?: { id: string }; pauseMs?: number; afterSeconds?: number },
): () => Promise<void> {
  const { db, temporal, taskQueue } = system;
  const notes = createNotes(note, createBackoff({ firstMs: pauseMs, maxMs: MAX_PAUSE_MS }));
  const mayNotify = createBackoff({ firstMs: pauseMs, maxMs: MAX_PAUSE_MS });
  const dependencies = { ...system, onFailure: notes.failed };
  const describeWorkflow = createDescribeWorkflow(temporal);
  const reconciling = { db, describeWorkflow, warn: toWarn(note), onFailure: notes.failed };
  let startedAt: Date | undefined;
  let hasLooked = false;
  const after = { turn: 0, answer: 0, execution: 0 };
  return repeatUntilStopped(look, { everyMs: pauseMs, onError: notes.stopped });

  async function look(): Promise<void> {
    startedAt ??= await readClock(db);
    if (self && !(await isOldestWorker(db, { taskQueue, id: self.id }))) return;
    const isOfAll = await mustScanAll(db, taskQueue, startedAt);
    // The first look covers only work that began before this worker.
    if (isOfAll) await lookAtAll(hasLooked ? { olderThanSeconds: afterSeconds } : { before: startedAt });
    hasLooked = true;
    await storeScan(db, taskQueue, { isOfAll });
    await lookForTurns();
    await lookForAnswers();
    await lookForExecutions();
  }

  /** Also covers conversations that get no further message. */
  async function lookAtAll(age: Age): Promise<void> {
    notes.finished(await reconcileExecutions(reconciling, { ...age, taskQueue }));
    notes.woken(await wakeAllConversations(dependencies, { afterSeconds, rowsOf: taskQueue }));
  }

  async function lookForTurns(): Promise<void> {
    const look = { afterSeconds, after: after.turn, rowsOf: taskQueue };
    const { woken, next } = await wakeConversations(dependencies, look);
    notes.woken(woken);
    after.turn = next;
  }

  async function lookForAnswers(): Promise<void> {
    const look = { afterSeconds, after: after.answer, mayNotify };
    const { notified, next } = await notifyAnswers(dependencies, look);
    notes.notified(notified);
    after.answer = next;
  }

  async function lookForExecutions(): Promise<void> {
    const page = { after: after.execution, isAlone: true, olderThanSeconds: afterSeconds, taskQueue };
    // Finishing executions may orphan their sub-executions, so looks again.
    for (let hasFinished = true; hasFinished;) {
      const { finished, next } = await reconcilePage(reconciling, page);
      notes.finished(finished);
      after.execution = next;
      hasFinished = finished.length > 0;
    }
  }
}

function createNotes(note: Note, mayNote: (id: string) => boolean) {
  const each = (words: (id: string) => string) => (ids: readonly string[]) => {
    for (const id of ids) note('INFO', words(id));
  };
  return {
    finished: each((id) => `Finished the rows of '${id}', whose Workflow no longer exists`),
    woken: each((id) => `Woke '${id}', which had an unprocessed turn`),
    notified: each((id) => `Notified '${id}' of an answer that was stored`),
    stopped(error: unknown, isFirst: boolean) {
      if (isFirst)
        note('WARN', `Looking for waiting turns and stored answers failed: ${errorMessage(error)}`);
    },
    failed(id: string, reason: string) {
      if (mayNote(id)) note('WARN', `Looking for waiting work of '${id}' failed: ${reason}`);
    },
  };
}

/** Notifies executions of stored answers whose client crashed. */
export async function notifyAnswers(
  { db, temporal, onFailure }: Pick<WakeDependencies, 'db' | 'temporal' | 'onFailure'>,
  {
    afterSeconds,
    after = 0,
    mayNotify = () => true,
  }: { afterSeconds: number; after?: number; mayNotify?: (question: string) => boolean },
): Promise<{ notified: string[]; next: number }> {
  const page = await listUndeliveredAnswers(db, { afterSeconds, after, limit: PAGE });
  const notified: string[] = [];
  await actOnEach(page, {
    onFailure,
    async act({ workflowId, question }) {
      if (!mayNotify(JSON.stringify([workflowId, question]))) return;
      try {
        await temporal.workflow.getHandle(workflowId).signal(ANSWERED, question);
        notified.push(workflowId);
      } catch (error) {
        if (!(error instanceof WorkflowNotFoundError)) throw error;
      }
    },
  });
  return { notified, next: page.length < PAGE ? 0 : (page.at(-1)?.executionId ?? 0) };
}
