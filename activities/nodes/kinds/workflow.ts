import type { AllowedWorkflow } from '../../../extend/nodes/allowed-workflow.js';
import { computeInTurn } from '../../../flow/compute/compute-in-turn.js';
import type { WorkflowConfig } from '../../../flow/kinds/workflow.js';
import { nestingProblem } from '../../../flow/values/nesting-problem.js';
import { toStorable } from '../../../flow/values/to-storable.js';
import type { EvaluatedNode, NodeSettlement } from '../../../protocol/activities/nodes.js';
import { subExecutionWorkflowId, utf8Length } from '../../../protocol/ids.js';
import { MAX_TEXT_BYTES } from '../../../protocol/limits.js';
import type { Database } from '../../../store/database.js';
import { endNodeOutput, insertNodeOutput } from '../../../store/nodes/node-outputs.js';
import { nodeFailure } from '../../node-failure.js';
import { callerWorkflowId } from '../../workflow-id.js';
import type { NodeAtWork } from '../open-node.js';
import { toSandboxTurn } from '../../sandbox/sandbox-turn.js';
import { evaluateOnce, loadNodeScope, orNodeFailure, type NodeToEvaluate } from './evaluator.js';

export function evaluateWorkflow(work: NodeToEvaluate<'workflow'>): Promise<EvaluatedNode> {
  const { db, row, execution, node, nodes } = work;
  const start = async (): Promise<EvaluatedNode> => {
    const { type } = node.config;
    const allowed = nodes.findWorkflow(type);
    if (!allowed)
      throw nodeFailure('Node.Forbidden', `Workflow '${type}' is not in the project's 'workflows'`);
    const taskQueue = chooseQueue(node.config, allowed);
    checkFlow(type, { flow: execution.flowSlug, allowed });
    const input = await readInput(work, allowed);
    await insertNodeOutput(db, { ...row, status: 'running' });
    const { nodeId, iteration } = row;
    const executionId = callerWorkflowId();
    const workflowId = subExecutionWorkflowId(executionId, { nodeId, iteration, ordinal: 1 });
    const { userId: user, flowSlug: flow } = execution;
    const starter = allowed.passStarter === true ? { user, flow, executionId, nodeId } : undefined;
    return { kind: 'workflow', workflowId, type, taskQueue, input, flow, starter };
  };
  return evaluateOnce(work, {
    first: start,
    again: ({ status }) => (status === 'success' ? { kind: 'done' } : start()),
  });
}

function chooseQueue(
  { type, taskQueue }: WorkflowConfig,
  { taskQueues = [] }: AllowedWorkflow,
): string | undefined {
  const [first] = taskQueues;
  if (taskQueue === undefined) return first;
  if (taskQueues.includes(taskQueue)) return taskQueue;
  throw nodeFailure(
    'Node.Forbidden',
    `Workflow '${type}' is not allowed on Task Queue '${taskQueue}': add the queue to 'workflows.${type}.taskQueues' in threadline.config.ts`,
  );
}

function checkFlow(type: string, { flow, allowed }: { flow: string; allowed: AllowedWorkflow }): void {
  if (!allowed.flows || allowed.flows.includes(flow)) return;
  throw nodeFailure(
    'Node.Forbidden',
    `Workflow '${type}' is not allowed in flow '${flow}': add the flow to 'workflows.${type}.flows' in threadline.config.ts`,
  );
}

async function readInput(
  work: NodeToEvaluate<'workflow'>,
  { input: schema }: AllowedWorkflow,
): Promise<unknown> {
  const { type } = work.node.config;
  const given = await computeInput(work);
  const parsed = await orNodeFailure(async () => schema?.safeParseAsync(given));
  const [issue] = parsed?.error?.issues ?? [];
  if (issue)
    throw nodeFailure(
      'Node.Failed',
      `The input of Workflow '${type}' is invalid: ${[issue.path.join('.'), issue.message].filter(Boolean).join(' ')}`,
    );
  const input = parsed ? parsed.data : given;
  if (input === undefined) return undefined;
  const bytes = utf8Length(JSON.stringify(input));
  if (bytes > MAX_TEXT_BYTES)
    throw nodeFailure(
      'Node.Failed',
      `The input of Workflow '${type}' is ${bytes} bytes of JSON; the limit is ${MAX_TEXT_BYTES}: send less, or send an id that the Workflow can look up`,
    );
  return toStorable(input);
}

async function computeInput(work: NodeToEvaluate<'workflow'>): Promise<unknown> {
  const { input: value } = work.node.config;
  if (value === undefined) return undefined;
  const scope = await loadNodeScope(work);
  return toStorable(
    await orNodeFailure(() => computeInTurn({ kind: 'value', value, scope }, toSandboxTurn(work))),
  );
}

export async function settleWorkflow(
  db: Database,
  { row }: NodeAtWork,
  { result }: { result: unknown },
): Promise<NodeSettlement> {
  const problem = nestingProblem(result);
  if (problem)
    return {
      kind: 'failed',
      errorType: 'Node.Failed',
      errorMessage: `The result of node '${row.nodeId}' ${problem}`,
    };
  await endNodeOutput(db, { ...row, output: toStorable(result), status: 'success' });
  return { kind: 'done' };
}
