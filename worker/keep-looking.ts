import { reconcilePage } from '../activities/reconcile-executions.js';
import { errorMessage } from '../protocol/error-message.js';
import { createDescribeWorkflow } from './describe-workflow.js';
import { toWarn, type Note } from './note.js';
import { keepDoing } from './keep-doing.js';
import { wakeConversations, type WakeDependencies } from './wake-conversations.js';
import { WorkflowNotFoundError } from '@temporalio/client';
import type { ExecutionSignals } from '../protocol/messages.js';
import { listUnheardAnswers } from '../store/nodes/unheard-answers.js';

const PAGE = 100;
const ANSWERED = 'answered' satisfies keyof ExecutionSignals;

/** A short wait for a user, and rare enough to cost nothing. */
const PAUSE_MS = 30_000;
/** A turn has usually begun by then, or its Workflow has a task. */
const FORGOTTEN_SECONDS = 15;

/** Finds turns and answers that nobody processes, and executions whose Workflow is gone. */
export function keepLooking(
  dependencies: WakeDependencies,
  {
    note,
    pauseMs = PAUSE_MS,
    afterSeconds = FORGOTTEN_SECONDS,
  }: { note: Note; pauseMs?: number; afterSeconds?: number },
): () => Promise<void> {
  let after = { turn: 0, execution: 0 };
  return keepDoing(look, {
    everyMs: pauseMs,
    onError(error, isFirst) {
      if (isFirst)
        note('WARN', `Looking for waiting turns and stored answers failed: ${errorMessage(error)}`);
    },
  });

  async function look(): Promise<void> {
    const turn = await lookForTurns(after.turn);
    for (const id of await notifyAnswers(dependencies, { afterSeconds }))
      note('INFO', `Notified '${id}' of an answer that was stored`);
    after = { turn, execution: await lookForExecutions(after.execution) };
  }

  async function lookForTurns(after: number): Promise<number> {
    const { woken, next } = await wakeConversations(dependencies, { afterSeconds, after });
    for (const id of woken) note('INFO', `Woke '${id}', which had a turn that nobody processed`);
    return next;
  }

  async function lookForExecutions(after: number): Promise<number> {
    const { db, temporal } = dependencies;
    const describeWorkflow = createDescribeWorkflow(temporal);
    for (;;) {
      const page = { after, aloneSeconds: afterSeconds };
      const warn = toWarn(note);
      const { finished, next } = await reconcilePage({ db, describeWorkflow, warn }, page);
      for (const id of finished) note('INFO', `Finished the rows of '${id}', whose Workflow is gone`);
      // Finishing these may orphan their sub-executions.
      if (finished.length === 0) return next;
    }
  }
}

/** A client may crash after storing an approver's answer. Idempotent. */
export async function notifyAnswers(
  { db, temporal }: Pick<WakeDependencies, 'db' | 'temporal'>,
  { afterSeconds }: { afterSeconds: number },
): Promise<string[]> {
  const notified: string[] = [];
  for (const { executionId, question } of await listUnheardAnswers(db, { afterSeconds, limit: PAGE })) {
    try {
      await temporal.workflow.getHandle(executionId).signal(ANSWERED, question);
      notified.push(executionId);
    } catch (error) {
      if (!(error instanceof WorkflowNotFoundError)) throw error;
    }
  }
  return notified;
}
