import { cutCharacters } from '../../flow/values/cut-characters.js';
import { finishExecution } from '../../store/execution/finish-execution.js';
import { findSubExecutions } from '../../store/execution/sub-executions.js';
import { answerSettings } from '../answer-settings.js';
import type { ActivityDependencies } from '../dependencies.js';
import { nodeFailure } from '../node-failure.js';
import type { FailureFacts } from '../../protocol/failure-facts.js';

/** What a sub-execution came to, by its rows. */
export type ChildOutcome =
  | { kind: 'completed'; result: unknown; text: string }
  | { kind: 'failed'; error: string; errorType: string; isCancelled: boolean };

const ERROR_CHARACTERS = 500;

/**
 * Reads what came of a sub-execution whose Workflow has ended. One that was terminated could not finish its rows:
 * that is done here.
 */
export async function childOutcome(
  { db }: Pick<ActivityDependencies, 'db'>,
  { executionId, failure }: { executionId: string; failure?: FailureFacts | undefined },
): Promise<ChildOutcome> {
  if (failure !== undefined)
    await finishExecution(db, {
      ...answerSettings(),
      workflowId: executionId,
      status: failure.isCancelled ? 'cancelled' : 'failed',
      ...(!failure.isCancelled && { errorType: failure.type, errorMessage: failure.message }),
    });
  const [child] = await findSubExecutions(db, [executionId]);
  if (child === undefined)
    throw nodeFailure('Node.Failed', `Sub-execution '${executionId}' has no row: it was not planned`);
  return toOutcome(child, failure);
}

/** The same of a row that was read. */
export function toOutcome(
  child: Awaited<ReturnType<typeof findSubExecutions>>[number],
  failure?: FailureFacts,
): ChildOutcome {
  if (child.status === 'completed')
    return { kind: 'completed', result: child.result, text: child.output ?? '' };
  const isCancelled = child.status === 'cancelled';
  const reason = child.errorMessage ?? failure?.message ?? 'it did not end';
  return {
    kind: 'failed',
    isCancelled,
    errorType: isCancelled ? 'Cancelled' : (child.errorType ?? failure?.type ?? 'Execution.Ended'),
    error: cutCharacters(
      isCancelled ? 'Child execution was cancelled' : `Child execution failed: ${reason}`,
      ERROR_CHARACTERS,
    ),
  };
}
