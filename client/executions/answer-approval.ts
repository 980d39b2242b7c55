import { WorkflowNotFoundError } from '@temporalio/client';
import { randomUUID } from 'node:crypto';
import type { AnswerInput, AnswerResult, ExecutionUpdates, PendingAnswer } from '../../protocol/messages.js';
import type { Database } from '../../store/database.js';
import { listOpenApprovals } from '../../store/nodes/open-approvals.js';
import type { Call } from '../call/call.js';
import { NotYetKnownError } from '../call/not-yet-known-error.js';
import { ACCEPTED_BY_ENDED, updateFailureType } from '../call/update-failure-type.js';
import type { ClientContext } from '../client-context.js';
import { ThreadlineError } from '../threadline-error.js';
import { findOutcome, vote } from './vote.js';

const ANSWER = 'answer' satisfies keyof ExecutionUpdates;

export async function answerApproval(
  { context, call }: { context: ClientContext; call: Call },
  { executionId, ...input }: AnswerInput & { executionId: string },
): Promise<AnswerResult | PendingAnswer> {
  const { temporal, db } = context;
  const handle = temporal.workflow.getHandle(executionId);
  // All tries share this id, so a retry is not a second answer.
  const updateId = randomUUID();
  return call.send(async () => {
    const voted = await vote(context, { executionId, ...input });
    if (voted && 'outcome' in voted) return voted;
    try {
      return await handle.executeUpdate<AnswerResult, [AnswerInput]>(ANSWER, { args: [input], updateId });
    } catch (error) {
      const type = updateFailureType(error);
      // The execution may have read the stored answer before this Update arrived.
      const outcome = voted ? await findOutcome(context, voted.stored) : undefined;
      if (outcome) return outcome;
      const isNotYet = type === 'Approval.NotWaiting' && (await isAsked(db, { executionId, ...input }));
      if (isNotYet || type === 'Approval.NotPermitted')
        throw new NotYetKnownError(`The question of execution '${executionId}' is stored and not yet asked`);
      if (!(error instanceof WorkflowNotFoundError || type === ACCEPTED_BY_ENDED)) throw error;
      throw new ThreadlineError(
        'Approval.NotWaiting',
        `Execution '${executionId.slice(0, 200)}' has ended: nothing waits for an answer`,
        { cause: error },
      );
    }
  });
}

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
