import { CANCELLED } from '../../flow/execution/failure-output.js';
import { cutCharacters } from '../../flow/values/cut-characters.js';
import { joinFailurePath } from '../../protocol/failure-path.js';
import { plainModelFailure } from '../../protocol/plain-failure.js';
import type { FailureFacts } from '../../protocol/failure-facts.js';
import type { Database } from '../../store/database.js';
import { finishExecution } from '../../store/execution/finish-execution.js';
import { findSubExecutions } from '../../store/execution/sub-executions.js';
import { answerSettings } from '../answer-settings.js';
import { reportEnd } from '../ending/report-end.js';
import { nodeFailure } from '../node-failure.js';

export type ChildRow = Awaited<ReturnType<typeof findSubExecutions>>[number];

export type ChildOutcome =
  | { kind: 'completed'; result: unknown; text: string }
  /** `isCancelled` is false if a person refused. `path` names the flow and its failed nodes. */
  | { kind: 'failed'; error: string; path: string; errorType: string; isCancelled: boolean };

const ERROR_CHARACTERS = 500;

export async function readChildOutcome(
  db: Database,
  { executionId, failure }: { executionId: string; failure?: FailureFacts | undefined },
): Promise<ChildOutcome> {
  if (failure) {
    const { ended } = await finishExecution(db, {
      ...answerSettings(),
      workflowId: executionId,
      status: failure.isCancelled ? 'cancelled' : 'failed',
      ...(!failure.isCancelled && { errorType: failure.type, errorMessage: failure.message }),
    });
    await reportEnd(db, ended);
  }
  const [child] = await findSubExecutions(db, [executionId]);
  if (!child)
    throw nodeFailure('Node.Failed', `Sub-execution '${executionId}' has no row: it was not planned`);
  return toChildOutcome(child, failure);
}

export function toChildOutcome(child: ChildRow, failure?: FailureFacts): ChildOutcome {
  if (child.status === 'completed')
    return { kind: 'completed', result: child.result, text: child.output ?? '' };
  const isEnded = child.status === 'cancelled';
  // If a person refused, the row has the reason instead of an error type.
  const isCancelled = isEnded && child.errorType === null;
  const reason = child.errorMessage ?? failure?.message ?? 'it did not end';
  const ended = isCancelled ? 'Child execution was canceled' : isEnded ? reason : undefined;
  const errorType = isCancelled ? CANCELLED : (child.errorType ?? failure?.type ?? 'Execution.Ended');
  // A text without secrets, because the parent's model may repeat it to the user.
  const said = plainModelFailure(errorType) ?? reason;
  return {
    kind: 'failed',
    isCancelled,
    errorType,
    error: cutCharacters(ended ?? `Child execution failed: ${said}`, ERROR_CHARACTERS),
    path: cutCharacters(ended ?? joinFailurePath(`Flow '${child.flow}'`, reason), ERROR_CHARACTERS),
  };
}
