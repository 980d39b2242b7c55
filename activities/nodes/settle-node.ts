import { isConfirmation } from '../../flow/approval/is-confirmation.js';
import type { FlowDefinition } from '../../flow/definition.js';
import type { ApprovalNode } from '../../flow/kinds/approval.js';
import { loopBody } from '../../flow/graph/loop-body.js';
import { cutCharacters } from '../../flow/values/cut-characters.js';
import { wellFormed } from '../../context/well-formed.js';
import { countMessageTokens } from '../../models/counting/count-tokens.js';
import { settleApproval } from '../../store/nodes/approvals.js';
import { storeSpokenNode } from '../../store/nodes/store-spoken-node.js';
import { endLoopOutput, endNodeOutput, insertNodeOutput } from '../../store/nodes/node-outputs.js';
import type { ActivityDependencies } from '../dependencies.js';
import { nodeFailure } from '../node-failure.js';
import { openNode, type NodeAtWork } from './open-node.js';
import { childOutcome } from './child-outcome.js';
import type { NodeSettlement, SettleNodeInput } from '../../protocol/activities/nodes.js';
import type { FailureFacts } from '../../protocol/failure-facts.js';

export type ApprovalOutcome = 'confirmed' | 'cancelled' | 'expired';

/** Stores how a node came out, once: what is stored first stands. */
export function createSettleNode(dependencies: ActivityDependencies) {
  const { db, onPoint } = dependencies;

  return async function settleNode(input: SettleNodeInput): Promise<NodeSettlement> {
    await onPoint?.('settleNode.before');
    const settled = await settle(await openNode(db, input), input);
    await onPoint?.('settleNode.after');
    return settled;
  };

  async function settle(work: NodeAtWork, input: SettleNodeInput): Promise<NodeSettlement> {
    switch (input.outcome) {
      case 'waited':
        await endNodeOutput(db, { ...work, status: 'success' });
        return { kind: 'done' };
      case 'loop-done':
        await endLoopOutput(db, { ...work, ...bodyOf(work.flow, work.nodeId) });
        return { kind: 'done' };
      case 'failed':
        await fail(work, input);
        return { kind: 'done' };
      case 'answered':
        return answer(work, input);
      case 'child-ended':
        return takeResult(work, input);
    }
  }

  /** What the target of an error edge is given, and what stands for a failed item. */
  async function fail(
    work: NodeAtWork,
    { errorType, errorMessage }: { errorType: string; errorMessage: string },
  ): Promise<void> {
    const { executionId, nodeId, iteration, run, node } = work;
    const message = cutCharacters(errorMessage, 500);
    // One that failed before it was stored has no row yet.
    await insertNodeOutput(db, { executionId, nodeId, iteration, run, kind: node.kind, status: 'running' });
    await endNodeOutput(db, {
      ...{ executionId, nodeId, iteration, status: 'failed', errorType, errorMessage: message },
      output: { error: message, error_code: errorType },
    });
  }

  async function answer(
    work: NodeAtWork,
    { answer: given, isExpired = false }: { answer?: string; isExpired?: boolean },
  ): Promise<NodeSettlement> {
    const { executionId, nodeId, iteration } = work;
    const node = work.node as ApprovalNode;
    const key = { executionId, nodeId, iteration };
    const { status, answer: stands } = await settleApproval(db, {
      ...key,
      answer: given === undefined ? null : wellFormed(given),
      decide: (stood) => outcomeOf(stood, isExpired),
    });
    if (status === 'open') return { kind: 'unanswered' };
    if (status === 'closed')
      throw nodeFailure('Node.Failed', `The question of node '${nodeId}' was closed before it was answered`);
    const outcome = status;
    const ends = outcome !== 'confirmed' && node.config.on_refusal !== 'continue';
    await endNodeOutput(db, {
      ...{ ...key, status: ends ? 'cancelled' : 'success' },
      output: { outcome, confirmed: outcome === 'confirmed', answer: stands },
    });
    return { kind: 'answered', outcome, ...(ends && { ends }) };
  }

  async function takeResult(
    work: NodeAtWork,
    { executionId: childId, failure }: { executionId: string; failure?: FailureFacts },
  ): Promise<NodeSettlement> {
    const { executionId, nodeId, iteration, run, node, flow } = work;
    const child = await childOutcome(dependencies, { executionId: childId, failure });
    const hasErrorEdge = flow.edges.some(({ from, on }) => from === nodeId && on === 'error');
    if (child.kind === 'failed' && (hasErrorEdge || !child.isCancelled))
      return { kind: 'failed', errorType: child.errorType, errorMessage: child.error };
    // One that was cancelled by itself leaves it to the nodes after it to decide.
    const output = child.kind === 'failed' ? { _error: child.error } : child.result;
    // One that gave nothing says nothing: the text that stands for it is for people.
    const text = child.kind === 'failed' || child.result === null ? '' : child.text;
    const row = { executionId, nodeId, iteration, run, kind: node.kind, output };
    if (text.trim() === '') await endNodeOutput(db, { ...row, status: 'success' });
    else {
      const tokens = countMessageTokens({ role: 'assistant', content: text });
      await storeSpokenNode(db, { ...row, text, tokens });
    }
    return { kind: 'done' };
  }
}

/** `open`: there is no answer, and there is time for one. */
function outcomeOf(answer: string | null, isExpired: boolean): ApprovalOutcome | 'open' {
  if (answer === null) return isExpired ? 'expired' : 'open';
  return isConfirmation(answer) ? 'confirmed' : 'cancelled';
}

/** The nodes of a loop's body, and those whose output is the result of an item. */
function bodyOf(flow: FlowDefinition, loopId: string): { bodyNodes: string[]; resultNodes: string[] } {
  return {
    bodyNodes: [...loopBody(flow, loopId)],
    resultNodes: flow.edges.filter(({ to, on }) => to === loopId && on === 'next').map(({ from }) => from),
  };
}
