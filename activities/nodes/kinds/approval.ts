import { wellFormed } from '../../../context/text/well-formed.js';
import { isConfirmation } from '../../../flow/approval/is-confirmation.js';
import { mayRequesterDecide, whyNotDecided } from '../../../flow/approval/may-decide.js';
import { isFailureHandled } from '../../../flow/scheduler/is-failure-handled.js';
import type { ApprovalConfig } from '../../../flow/kinds/approval.js';
import { hasTrait } from '../../../flow/kinds/traits.js';
import { computeText } from '../../../flow/compute/compute-in-turn.js';
import type { EvaluatedNode, NodeSettlement } from '../../../protocol/activities/nodes.js';
import { toRoles } from '../../../protocol/approvers.js';
import type { AnswerResult } from '../../../protocol/messages.js';
import { showUnseen } from '../../../protocol/unseen-characters.js';
import type { Database } from '../../../store/database.js';
import { findApproval, openApproval, settleApproval } from '../../../store/nodes/approvals.js';
import { endNodeOutput, insertNodeOutput } from '../../../store/nodes/node-outputs.js';
import { answerSettings } from '../../answer-settings.js';
import { nodeFailure } from '../../node-failure.js';
import type { NodeAtWork } from '../open-node.js';
import { toSandboxTurn } from '../../sandbox/sandbox-turn.js';
import { evaluateOnce, loadNodeScope, orNodeFailure, type NodeToEvaluate } from './evaluator.js';

export function evaluateApproval(work: NodeToEvaluate<'approval'>): Promise<EvaluatedNode> {
  const { db, row, node } = work;
  const ms = readExpiry(node.config);
  return evaluateOnce(work, {
    first: async () => {
      const scope = await loadNodeScope(work);
      const prompt = await orNodeFailure(() =>
        computeText({ template: node.config.prompt, scope }, toSandboxTurn(work)),
      );
      await openApproval(db, {
        ...row,
        prompt: showUnseen(prompt.replaceAll('\r\n', '\n')),
        expiresMs: ms,
        approvers: toRoles(node.config.by ?? 'user', work.approvers),
        quorum: node.config.quorum,
        node: { takesAnyAnswer: goesOn(node.config), ...answerSettings() },
      });
      await insertNodeOutput(db, { ...row, status: 'waiting' });
      return { kind: 'approval', ms };
    },
    again: async () => {
      const asked = await findApproval(db, row);
      if (!asked) throw nodeFailure('Node.Failed', 'A waiting approval has no question');
      const isAnswered = asked.answer !== null || asked.status !== 'open';
      return { kind: 'approval', ms: asked.leftMs ?? undefined, isAnswered: isAnswered || undefined };
    },
  });
}

function goesOn({ onRefusal }: ApprovalConfig): boolean {
  return onRefusal === 'continue';
}

function readExpiry({ expiresSeconds: seconds }: ApprovalConfig): number | undefined {
  return seconds === undefined ? undefined : Math.round(seconds * 1_000);
}

export async function settleQuestion(
  db: Database,
  { row, node, flow }: NodeAtWork,
  { answer: given, isExpired = false }: { answer?: string; isExpired?: boolean },
): Promise<NodeSettlement> {
  if (!hasTrait(node, 'asks'))
    throw new Error(`Node '${node.id}' of kind '${node.kind}' does not ask a question`);
  const asked = await findApproval(db, row);
  // An Update or Signal does not identify its sender, so approvers must answer through a client.
  const isForbidden = asked !== undefined && !mayRequesterDecide(asked);
  const taken = given === undefined || isForbidden ? null : wellFormed(given);
  const { status, answer } = await settleApproval(db, {
    ...row,
    answer: taken,
    kept: taken === null || taken.trim() === '' ? undefined : answerSettings(),
    decide: (first) => decide(first, isExpired),
  });
  if (status === 'open')
    return isForbidden && given !== undefined
      ? { kind: 'unanswered', forbidden: whyNotDecided(asked) }
      : { kind: 'unanswered' };
  if (status === 'closed')
    throw nodeFailure('Node.Failed', `The question of node '${node.id}' was closed before it was answered`);
  const isConfirmed = status === 'confirmed';
  const isRefused = !isConfirmed && !goesOn(node.config);
  if (isRefused && isFailureHandled(flow, row)) return { kind: 'answered', outcome: status, fails: true };
  await endNodeOutput(db, {
    ...row,
    status: isRefused ? 'cancelled' : 'success',
    output: { outcome: status, confirmed: isConfirmed, answer },
  });
  return { kind: 'answered', outcome: status, ends: isRefused || undefined };
}

function decide(answer: string | null, isExpired: boolean): AnswerResult['outcome'] | 'open' {
  if (answer === null) return isExpired ? 'expired' : 'open';
  return isConfirmation(answer) ? 'confirmed' : 'cancelled';
}
