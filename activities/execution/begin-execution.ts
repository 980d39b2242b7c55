import { ApplicationFailure } from '@temporalio/activity';
import { wellFormed } from '../../context/well-formed.js';
import { singleAgentNode } from '../../flow/agent-node.js';
import { DEFAULT_MAX_STEPS } from '../../flow/definition.js';
import { beginExecution as begin, type BeginResult } from '../../store/begin-execution.js';
import { listFlowSlugs } from '../../store/flows.js';
import { unknownFlowMessage } from '../../flow/unknown-flow.js';
import { conversationWorkflowId } from '../../workflows/ids.js';
import type { ExecutionInput } from '../../workflows/messages.js';
import type { AgentPlan } from '../agent/index.js';
import type { ActivityDependencies } from '../dependencies.js';
import { finishIfGone } from '../finish-if-gone.js';
import { loadFlow } from '../load-flow.js';
import { callerWorkflowId } from '../workflow-id.js';

/** What the execution Workflow is to do: ids only. */
export type ExecutionPlan = ({ kind: 'run' } & AgentPlan) | { kind: 'ended'; status: string };

/** While another turn of the conversation runs, it is looked after this often. */
const TURN_ACTIVE_MS = 300;

/**
 * Begins an execution: its row, its pinned flow version, and for a turn its place in the thread. A turn that
 * finds another one running waits by being retried; one whose Workflow is gone is finished first.
 */
export function createBeginExecution(dependencies: ActivityDependencies) {
  const { db, timing, onPoint } = dependencies;
  return async function beginExecution(input: ExecutionInput): Promise<ExecutionPlan> {
    await onPoint?.('beginExecution.before');
    const result = await begin(db, toBeginInput(input));
    await onPoint?.('beginExecution.after');
    switch (result.kind) {
      case 'begun': {
        const flow = await loadFlow(db, result.flowSlug, result.flowVersion);
        const { id, config } = singleAgentNode(flow);
        return {
          kind: 'run',
          nodeId: id,
          model: config.model,
          maxSteps: config.maxSteps ?? DEFAULT_MAX_STEPS,
          heartbeatTimeoutMs: timing.heartbeatTimeoutMs,
        };
      }
      case 'ended':
        return result;
      case 'waits':
        await finishIfGone(dependencies, result.activeWorkflowId);
        throw ApplicationFailure.create({
          type: 'Conversation.TurnActive',
          message: `Turn '${result.activeWorkflowId}' still runs`,
          nextRetryDelay: TURN_ACTIVE_MS,
        });
      case 'unknown-flow':
        throw refusal('Conversation.UnknownFlow', unknownFlowMessage(input.flow, await listFlowSlugs(db)));
      case 'unknown-turn':
        throw refusal('Conversation.InvalidTurn', 'No turn with this id was accepted by the conversation');
      default:
        throw new Error(`Unexpected outcome ${(result satisfies never as BeginResult).kind}`);
    }
  };
}

function toBeginInput(input: ExecutionInput): Parameters<typeof begin>[1] {
  const workflowId = callerWorkflowId();
  const { flow } = input;
  if (!('turnId' in input))
    return {
      kind: 'plain',
      workflowId,
      flow,
      user: input.user ?? null,
      text: wellFormed(input.text),
      ...(input.budget != null && { budget: input.budget }),
    };
  const conversationId = conversationWorkflowId(input);
  return { kind: 'turn', workflowId, conversationId, turnId: input.turnId, flow, user: input.user };
}

function refusal(type: string, message: string): ApplicationFailure {
  return ApplicationFailure.create({ type, message, nonRetryable: true });
}
