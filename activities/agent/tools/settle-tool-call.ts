import { wellFormed } from '../../../context/text/well-formed.js';
import { mayRequesterDecide, whyNotDecided } from '../../../flow/approval/may-decide.js';
import { readToolAnswer } from '../../../flow/approval/read-tool-answer.js';
import type { SettleToolCallInput, ToolCallSettlement } from '../../../protocol/activities/agent.js';
import type { AnswerResult } from '../../../protocol/messages.js';
import { loadExecution } from '../../../store/execution/load-execution.js';
import { withdrawVotes } from '../../../store/nodes/cast-vote.js';
import { findApproval, settleApproval } from '../../../store/nodes/approvals.js';
import type { ActivityDependencies } from '../../dependencies.js';
import { answerSettings } from '../../answer-settings.js';
import { callerWorkflowId } from '../../workflow-id.js';
import { createCallPerformer } from './call-performer.js';
import { judgeAnswer, type Verdict } from './judge-answer.js';
import { openToolCall, type OpenedToolCall } from './open-tool-call.js';
import { executionEnded, questionKey } from './seek-approval.js';

/**
 * The first answer counts. If the tool rejects a changed input, the question stays open and the sender gets
 * the error; an input from a chat message denies the call.
 */
export function createSettleToolCall(dependencies: ActivityDependencies) {
  const { db, onPoint } = dependencies;
  const { findOwn, findMissing } = createCallPerformer(dependencies);

  return async function settleToolCall(input: SettleToolCallInput): Promise<ToolCallSettlement> {
    const { step, ordinal, isExpired = false } = input;
    await onPoint?.('settleToolCall.before');
    const workflowId = callerWorkflowId();
    const execution = await loadExecution(db, workflowId);
    const opened = await openToolCall(db, { execution, step, ordinal });
    const key = questionKey({ step, ordinal, workflowId, execution, opened });
    const asked = await findApproval(db, key);
    const sent = input.answer === undefined ? null : wellFormed(input.answer);
    // An Update or Signal does not identify its sender, so approvers must answer through a client.
    const isForbidden = asked !== undefined && !mayRequesterDecide(asked);
    const given = isForbidden ? null : sent;
    const answer = asked?.answer ?? given;
    const { isMessage = false } = asked ?? {};
    // Runs before rows are locked, because a tool's schema is project code.
    const verdict = answer === null ? undefined : await judge(opened, { answer, isMessage });
    if (verdict?.kind === 'unfit' && answer !== null && asked?.status === 'open' && !isMessage) {
      if (asked.answer !== null) await withdrawVotes(db, key, answer);
      return { kind: 'unfit', problem: verdict.problem };
    }
    const hasReason = given !== null && verdict?.kind === 'refused' && verdict.reason !== undefined;
    const { status } = await settleApproval(db, {
      ...key,
      answer,
      kept: hasReason ? answerSettings() : undefined,
      decide,
    });
    await onPoint?.('settleToolCall.after');
    if (status === 'closed') throw executionEnded();
    if (status !== 'open') return { kind: 'answered', outcome: status };
    return isForbidden && sent !== null && answer === null
      ? { kind: 'unanswered', forbidden: whyNotDecided(asked) }
      : { kind: 'unanswered' };

    async function judge(
      call: OpenedToolCall,
      reply: { answer: string; isMessage: boolean },
    ): Promise<Verdict> {
      const missing = readToolAnswer(reply.answer).kind === 'no' ? undefined : await findMissing(call);
      if (!missing) return judgeAnswer(findOwn(call), { ...reply, input: call.call.input });
      // Another worker may have the tool. The answer of a chat message cannot be requested again.
      if (missing.nonRetryable !== true || reply.isMessage) throw missing;
      return { kind: 'unfit', problem: `This can no longer run: ${missing.message}` };
    }

    function decide(first: string | null): AnswerResult['outcome'] | 'open' {
      if (first === null) return isExpired ? 'expired' : 'open';
      // Another answer came first. The next round reads it.
      if (first !== answer) return 'open';
      return verdict?.kind === 'runs' ? 'confirmed' : 'cancelled';
    }
  };
}
