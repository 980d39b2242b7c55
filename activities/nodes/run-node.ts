import { ApplicationFailure, Context, log } from '@temporalio/activity';
import { CancelledFailure } from '@temporalio/common';
import type { CustomNode } from '../../flow/kinds/custom.js';
import { stepBase } from '../../flow/execution/step-blocks.js';
import { referencesOf } from '../../flow/templates/references-of.js';
import { renderValue } from '../../flow/templates/render-value.js';
import { toStorable } from '../../flow/values/to-storable.js';
import type { NodeContext, NodeDefinition } from '../../nodes/define-node.js';
import {
  countNodeFailure,
  endNodeOutput,
  findNodeOutput,
  insertNodeOutput,
} from '../../store/nodes/node-outputs.js';
import { errorMessage } from '../../protocol/error-message.js';
import type { ActivityDependencies } from '../dependencies.js';
import { nodeFailure } from '../node-failure.js';
import { createRecorder } from '../trajectory/recorder.js';
import { TouchedThings } from '../trajectory/touched-things.js';
import { portraitRule } from '../upkeep/portrait-rule.js';
import { withHeartbeat } from '../with-heartbeat.js';
import { callerWorkflowId } from '../workflow-id.js';
import { loadScope } from './load-scope.js';
import { openNode, type NodeAtWork } from './open-node.js';
import type { LeftWork } from '../../protocol/activities/left-work.js';
import type { NodeRunInput } from '../../protocol/activities/nodes.js';

/** Tries of a node's own work after the first, each after twice the pause before it. */
const MAX_RETRIES = 3;

/**
 * Runs a node of a project's own kind and stores what it gives. Its failures are counted in its row: worker restarts
 * are not among them.
 */
export function createRunNode(dependencies: ActivityDependencies) {
  const { db, nodes, timing, onPoint } = dependencies;
  const recorder = createRecorder(dependencies);

  return async function runNode(input: NodeRunInput): Promise<LeftWork | null> {
    const details = () => ({ phase: 'running', nodeId: input.nodeId });
    return withHeartbeat({ everyMs: timing.heartbeatMs, details }, async () => {
      await onPoint?.('runNode.before');
      const work = await openNode(db, input);
      const { executionId, nodeId, iteration, run, node } = work;
      const stored = await findNodeOutput(db, work);
      // A try that died after its work may not have come to the trajectory.
      if (stored?.status === 'success') return record(work);
      const definition = nodes.find(node.kind);
      if (definition === undefined)
        throw nodeFailure(
          'Node.Failed',
          `No worker here knows nodes of kind '${node.kind}'; known: ${nodes.kinds().join(', ') || 'none'}`,
        );
      await insertNodeOutput(db, { executionId, nodeId, iteration, run, kind: node.kind, status: 'running' });
      const things = new TouchedThings();
      const output = await execute(work, { definition, things });
      await onPoint?.('runNode.ran');
      await endNodeOutput(db, {
        ...{ executionId, nodeId, iteration, status: 'success', output },
        touched: things.list,
      });
      return things.list.length === 0 ? null : record(work);
    });
  };

  async function record({ executionId, run, flow }: NodeAtWork): Promise<LeftWork | null> {
    const describes = portraitRule(flow) !== undefined;
    const { leavesWork } = await recorder.record({ executionId, base: stepBase(run), describes });
    return leavesWork ? { leavesWork } : null;
  }

  async function execute(
    work: NodeAtWork,
    { definition, things }: { definition: NodeDefinition; things: TouchedThings },
  ): Promise<unknown> {
    const { cancellationSignal } = Context.current();
    const { config, context } = await prepare(work, definition);
    try {
      return toStorable(
        await definition.execute(config, {
          ...context,
          abortSignal: cancellationSignal,
          touch: (touched) => things.add(touched),
          log,
        }),
      );
    } catch (error) {
      if (cancellationSignal.aborted)
        throw cancellationSignal.reason ?? new CancelledFailure('The node was cancelled');
      throw await afterFailure(work, error);
    }
  }

  async function prepare(work: NodeAtWork, definition: NodeDefinition) {
    const { execution, flow, nodeId, iteration } = work;
    // Only custom nodes get here.
    const given = (work.node as CustomNode).config;
    const names = [...referencesOf(given), 'trigger', 'loop'];
    const scope = await loadScope(db, { execution, flow, nodeId, iteration, names });
    const parsed = definition.config.safeParse(render(given, scope));
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      throw nodeFailure(
        'Node.Failed',
        `The configuration of node '${nodeId}' does not fit: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`,
      );
    }
    const context: Omit<NodeContext, 'abortSignal' | 'touch' | 'log'> = {
      // What loadScope makes of them.
      nodes: scope.nodes as Record<string, unknown>,
      trigger: scope.trigger as NodeContext['trigger'],
      ...(scope.loop !== undefined && { loop: scope.loop as NonNullable<NodeContext['loop']> }),
      idempotencyKey: [callerWorkflowId(), nodeId, ...(iteration === '' ? [] : [iteration])].join('/'),
      user: execution.userId,
      executionId: callerWorkflowId(),
      nodeId,
    };
    return { config: parsed.data, context };
  }

  async function afterFailure(work: NodeAtWork, error: unknown): Promise<ApplicationFailure> {
    const failures = await countNodeFailure(db, work);
    const message = errorMessage(error);
    const isFinal = failures > MAX_RETRIES || !isRetryable(error);
    log.warn('Node failed', { nodeId: work.nodeId, failures, isFinal });
    return ApplicationFailure.create({
      type: 'Node.Failed',
      message,
      nonRetryable: isFinal,
      nextRetryDelay: timing.retryMs * 2 ** (failures - 1),
      ...(error instanceof Error && { cause: error }),
    });
  }
}

function render(config: unknown, scope: Record<string, unknown>): unknown {
  try {
    return renderValue(config, scope);
  } catch (error) {
    throw nodeFailure('Node.Failed', error);
  }
}

function isRetryable(error: unknown): boolean {
  if (error instanceof ApplicationFailure) return error.nonRetryable !== true;
  return !(typeof error === 'object' && error !== null && 'retryable' in error && error.retryable === false);
}
