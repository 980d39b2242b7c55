import { WorkflowNotFoundError } from '@temporalio/client';
import { randomUUID } from 'node:crypto';
import type { AnswerInput, AnswerResult, ExecutionUpdates } from '../../protocol/messages.js';
import type { Database } from '../../store/database.js';
import { listOpenApprovals } from '../../store/nodes/open-approvals.js';
import type { Call } from '../call/call.js';
import { NotYetKnownError } from '../call/not-yet-known-error.js';
import { ACCEPTED_BY_ENDED, updateFailureType } from '../call/update-failure-type.js';
import type { ClientContext } from '../client-context.js';
import { ThreadlineError } from '../threadline-error.js';

const ANSWER = 'answer' satisfies keyof ExecutionUpdates;

/**
 * Answers a question of an execution and returns what it came to. Throws `Approval.NotWaiting` where nothing waits, or
 * several do and none is named, and `Approval.InvalidAnswer`.
 */
export function answerApproval(
  { context: { temporal, db }, call }: { context: Pick<ClientContext, 'temporal' | 'db'>; call: Call },
  { executionId, ...input }: AnswerInput & { executionId: string },
): Promise<AnswerResult> {
  const handle = temporal.workflow.getHandle(executionId);
  // One id for all tries: the first answer counts, and the second try of it is no second answer. A refused Update
  // leaves no trace, so its id may be used again.
  const updateId = randomUUID();
  return call.send(async () => {
    try {
      return await handle.executeUpdate<AnswerResult, [AnswerInput]>(ANSWER, { args: [input], updateId });
    } catch (error) {
      if (
        updateFailureType(error) === 'Approval.NotWaiting' &&
        (await isAsked(db, { executionId, ...input }))
      )
        throw new NotYetKnownError(`The question of execution '${executionId}' is stored and not yet asked`);
      if (!(error instanceof WorkflowNotFoundError || updateFailureType(error) === ACCEPTED_BY_ENDED))
        throw error;
      throw new ThreadlineError(
        'Approval.NotWaiting',
        `Execution '${executionId.slice(0, 200)}' has ended: nothing waits for an answer`,
        { cause: error },
      );
    }
  });
}

/** Whether the rows have exactly the question that an answer is for. */
async function isAsked(
  db: Database,
  { executionId, nodeId, iteration, call }: AnswerInput & { executionId: string },
): Promise<boolean> {
  const open = await listOpenApprovals(db, { executionId, limit: 100 });
  const meant = open.filter(
    (question) =>
      (nodeId === undefined || question.nodeId === nodeId) &&
      (iteration === undefined || question.iteration === iteration) &&
      (call === undefined || question.call === call),
  );
  return meant.length === 1;
}
