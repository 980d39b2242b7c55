import { ApplicationFailure, log } from '@temporalio/activity';
import { CancelledFailure } from '@temporalio/common';
import { firstIssue } from '../../../context/text/first-issue.js';
import { findReferences } from '../../../flow/templates/find-references.js';
import { computeInTurn } from '../../../flow/compute/compute-in-turn.js';
import { nestingProblem } from '../../../flow/values/nesting-problem.js';
import { toStorable } from '../../../flow/values/to-storable.js';
import type { NodeContext, NodeDefinition } from '../../../extend/nodes/define-node.js';
import { redactSecrets } from '../../../protocol/redact-secrets.js';
import { errorMessage } from '../../../protocol/error-message.js';
import { countNodeFailure } from '../../../store/nodes/node-outputs.js';
import type { ActivityDependencies } from '../../dependencies.js';
import { nodeFailure } from '../../node-failure.js';
import { runProjectCode } from '../../run-project-code.js';
import type { CallWriter } from '../../trajectory/call-writer.js';
import type { TouchedThings } from '../../trajectory/touched-things.js';
import { callerWorkflowId } from '../../workflow-id.js';
import { loadScope, type Scope } from '../../sandbox/load-scope.js';
import type { NodeAtWork } from '../open-node.js';
import { toSandboxTurn } from '../../sandbox/sandbox-turn.js';
import { orNodeFailure } from './evaluator.js';

const MAX_RETRIES = 3;

export async function executeCustom(
  { db, timing }: Pick<ActivityDependencies, 'db' | 'timing'>,
  work: NodeAtWork,
  run: {
    definition: NodeDefinition;
    things: TouchedThings;
    writer: CallWriter;
    cancellationSignal: AbortSignal;
  },
): Promise<unknown> {
  const { definition, things, writer, cancellationSignal } = run;
  const given = 'config' in work.node ? work.node.config : undefined;
  const names = [...findReferences(given), 'trigger', 'loop'];
  const { row, execution, flow } = work;
  const scope = await loadScope(db, { ...row, execution, flow, names });
  const config = readConfig(definition, {
    given: await orNodeFailure(() =>
      computeInTurn({ kind: 'value', value: given, scope }, { ...toSandboxTurn(work), timeoutMs: undefined }),
    ),
    nodeId: row.nodeId,
  });
  const context: NodeContext = {
    ...toFacts(work, scope),
    abortSignal: cancellationSignal,
    touch: (touched) => things.add(touched),
    trajectory: writer.context,
    log,
  };
  try {
    const code = { kind: 'node' as const, name: definition.kind, executionId: callerWorkflowId() };
    const output = await runProjectCode(code, {
      graceMs: timing.toolGraceMs,
      // An async function, so that a synchronous throw also fails the node.
      work: async () => definition.execute(config, context),
    });
    const problem = nestingProblem(output, { mayContainItself: true });
    if (problem) throw nodeFailure('Node.Failed', `The output of node '${row.nodeId}' ${problem}`);
    return toStorable(output);
  } catch (error) {
    if (cancellationSignal.aborted)
      throw cancellationSignal.reason ?? new CancelledFailure('The node was canceled');
    const failures = await countNodeFailure(db, row);
    throw toFailure(error, { failures, nodeId: row.nodeId, retryMs: timing.retryMs });
  }
}

function readConfig(
  definition: NodeDefinition,
  { given, nodeId }: { given: unknown; nodeId: string },
): unknown {
  const parsed = definition.config.safeParse(given);
  if (parsed.success) return parsed.data;
  throw nodeFailure(
    'Node.Failed',
    `The configuration of node '${nodeId}' does not fit: ${firstIssue(parsed.error, 'config')}`,
  );
}

function toFacts(
  { row: { nodeId, iteration }, execution }: NodeAtWork,
  scope: Scope,
): Omit<NodeContext, 'abortSignal' | 'touch' | 'trajectory' | 'log'> {
  return {
    nodes: scope.nodes,
    trigger: scope.trigger as NodeContext['trigger'],
    ...(scope.loop && { loop: scope.loop }),
    idempotencyKey: [callerWorkflowId(), nodeId, ...(iteration === '' ? [] : [iteration])].join('/'),
    user: execution.userId,
    executionId: callerWorkflowId(),
    nodeId,
  };
}

function toFailure(
  error: unknown,
  { failures, nodeId, retryMs }: { failures: number; nodeId: string; retryMs: number },
): ApplicationFailure {
  const isFinal = failures > MAX_RETRIES || !isRetryable(error);
  log.warn('Node failed', { nodeId, failures, isFinal });
  return ApplicationFailure.create({
    type: 'Node.Failed',
    message: redactSecrets(errorMessage(error)),
    nonRetryable: isFinal,
    nextRetryDelay: retryMs * 2 ** (failures - 1),
    cause: error instanceof Error ? error : undefined,
  });
}

function isRetryable(error: unknown): boolean {
  if (error instanceof ApplicationFailure) return error.nonRetryable !== true;
  return !(typeof error === 'object' && error !== null && 'retryable' in error && error.retryable === false);
}
