import { WorkflowNotFoundError } from '@temporalio/client';
import { randomUUID } from 'node:crypto';
import type { AnswerInput, AnswerResult, ExecutionUpdates } from '../../protocol/messages.js';
import type { Call } from '../call/call.js';
import type { ClientContext } from '../client-context.js';
import { isAcceptedByEnded } from './accepted-by-ended.js';
import { ThreadlineError } from '../threadline-error.js';

const ANSWER = 'answer' satisfies keyof ExecutionUpdates;

/**
 * Answers a question of an execution and returns what it came to. Throws `Approval.NotWaiting` where nothing waits, or
 * several do and none is named, and `Approval.InvalidAnswer`.
 */
export function answerApproval(
  { context: { temporal }, call }: { context: Pick<ClientContext, 'temporal'>; call: Call },
  { executionId, ...input }: AnswerInput & { executionId: string },
): Promise<AnswerResult> {
  const handle = temporal.workflow.getHandle(executionId);
  // One id for all tries: the first answer counts, and the second try of it is no second answer.
  const updateId = randomUUID();
  return call.send(async () => {
    try {
      return await handle.executeUpdate<AnswerResult, [AnswerInput]>(ANSWER, { args: [input], updateId });
    } catch (error) {
      if (!(error instanceof WorkflowNotFoundError || isAcceptedByEnded(error))) throw error;
      throw new ThreadlineError(
        'Approval.NotWaiting',
        `Execution '${executionId.slice(0, 200)}' has ended: nothing waits for an answer`,
        { cause: error },
      );
    }
  });
}
