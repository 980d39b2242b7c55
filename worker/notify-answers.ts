import { WorkflowNotFoundError } from '@temporalio/client';
import type { ExecutionSignals } from '../protocol/messages.js';
import { listUnheardAnswers } from '../store/nodes/unheard-answers.js';
import type { WakeDependencies } from './wake-conversations.js';

const PAGE = 100;
const ANSWERED = 'answered' satisfies keyof ExecutionSignals;

/**
 * A client stores an approver's answer first, and may crash before it notifies the execution. Returns the
 * Workflow IDs. Idempotent: an execution reads the answer from its row.
 */
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
      // The execution was terminated: reconciling closes its rows.
      if (!(error instanceof WorkflowNotFoundError)) throw error;
    }
  }
  return notified;
}
