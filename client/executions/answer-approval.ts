import { WorkflowNotFoundError, WorkflowUpdateFailedError } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import type { AnswerInput, AnswerResult, ExecutionUpdates } from '../../protocol/messages.js';
import type { ClientContext } from '../client-context.js';
import { ThreadlineError } from '../threadline-error.js';

const ANSWER = 'answer' satisfies keyof ExecutionUpdates;

/**
 * Answers a question of an execution and returns what it came to. Throws `Approval.NotWaiting` where nothing waits, or
 * several do and none is named, and `Approval.InvalidAnswer`.
 */
export async function answerApproval(
  { temporal }: Pick<ClientContext, 'temporal'>,
  { executionId, ...input }: AnswerInput & { executionId: string },
): Promise<AnswerResult> {
  try {
    return await temporal.workflow
      .getHandle(executionId)
      .executeUpdate<AnswerResult, [AnswerInput]>(ANSWER, { args: [input] });
  } catch (error) {
    if (error instanceof WorkflowUpdateFailedError && error.cause instanceof ApplicationFailure)
      throw new ThreadlineError(error.cause.type ?? 'Approval.NotWaiting', error.cause.message, {
        cause: error,
      });
    if (error instanceof WorkflowNotFoundError)
      throw new ThreadlineError(
        'Approval.NotWaiting',
        `Execution '${executionId.slice(0, 200)}' has ended: nothing waits for an answer`,
        { cause: error },
      );
    throw error;
  }
}
