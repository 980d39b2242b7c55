import type { FlowDefinition } from '../../flow/definition.js';
import type { SubflowNode } from '../../flow/kinds/subflow.js';
import { MAX_DEPTH } from '../../flow/schema/limits.js';
import { ancestorsOf } from '../../flow/graph/ancestors-of.js';
import { nodeOrder } from '../../flow/graph/node-order.js';
import { outerIterations } from '../../flow/scheduler/outer-iterations.js';
import { readPath } from '../../flow/paths/read-path.js';
import { findCurrentFlowVersion, findFlowSlug } from '../../store/flows/flows.js';
import type { Database } from '../../store/database.js';
import { loadAnswers } from '../../store/nodes/node-answers.js';
import { insertNodeOutput, loadNodeResults } from '../../store/nodes/node-outputs.js';
import { insertSubExecutions } from '../../store/execution/sub-executions.js';
import { countMessageTokens } from '../../models/counting/count-tokens.js';
import { subExecutionWorkflowId } from '../../protocol/ids.js';
import type { ActivityDependencies } from '../dependencies.js';
import { nodeFailure } from '../node-failure.js';
import { callerWorkflowId } from '../workflow-id.js';
import type { EvaluatedNode } from '../../protocol/activities/nodes.js';
import type { NodeAtWork } from './open-node.js';
import { unwrap } from './evaluators.js';
import { loadScope, loadTrigger } from './load-scope.js';
import { namesIn } from './names-in.js';

/**
 * Prepares the sub-execution of a `subflow` node: finds its flow, scopes what it is given, stores its row. Fails
 * with `Flow.NotFound`, `Flow.TooDeep` or `Flow.NoUser`.
 */
export function createPrepareSubflow({ db }: ActivityDependencies) {
  return async function prepareSubflow(work: NodeAtWork, node: SubflowNode): Promise<EvaluatedNode> {
    const { execution, executionId, nodeId, iteration, run } = work;
    const user = execution.userId;
    if (user === null)
      throw nodeFailure(
        'Flow.NoUser',
        'No user is known for the sub-execution: start the execution with a user',
      );
    if (execution.depth >= MAX_DEPTH)
      throw nodeFailure(
        'Flow.TooDeep',
        `Executions are nested ${MAX_DEPTH} levels at the most, and this one is at level ${execution.depth}: end the recursion earlier`,
      );
    const target = await findTarget(db, node);
    if (target === undefined) throw nodeFailure('Flow.NotFound', `Target flow not found${named(node)}`);
    const text = await scopeText(db, { work, node });
    const data = await mapInput(db, { work, node });
    const workflowId = subExecutionWorkflowId(callerWorkflowId(), { nodeId, iteration, ordinal: 1 });
    await insertNodeOutput(db, { executionId, nodeId, iteration, run, kind: node.kind, status: 'running' });
    await insertSubExecutions(db, {
      parent: execution,
      children: [
        {
          workflowId,
          ...{ flowSlug: target.slug, flowVersion: target.version, triggerId: node.config.trigger ?? null },
          ...{ nodeId, user, text, data, givenTokens: givenTokens(text, data) },
        },
      ],
    });
    return { kind: 'child', executionId: workflowId, flow: target.slug, user };
  };
}

/** What a sub-execution is given costs, in tokens. */
export function givenTokens(text: string, data: unknown): number {
  const whole = data === undefined ? text : `${text}\n${JSON.stringify(data)}`;
  return whole === '' ? 0 : countMessageTokens({ role: 'user', content: whole });
}

/** By its slug; where that is not known by its id. */
async function findTarget(
  db: Database,
  { config }: SubflowNode,
): Promise<{ slug: string; version: number } | undefined> {
  const slugs = [
    config.flow,
    config.flow_id === undefined ? undefined : await findFlowSlug(db, config.flow_id),
  ];
  for (const slug of slugs) {
    const current = slug === undefined ? undefined : await findCurrentFlowVersion(db, slug);
    if (slug !== undefined && current !== undefined) return { slug, version: current.version };
  }
  return undefined;
}

function named({ config: { flow, flow_id: id } }: SubflowNode): string {
  if (flow !== undefined) return `: there is no flow '${flow}'`;
  return id === undefined ? ": set 'flow' or 'flow_id'" : `: there is no flow with the id ${id}`;
}

/** What the parent lets it see, as one text: never its messages. */
async function scopeText(
  db: Database,
  { work, node }: { work: NodeAtWork; node: SubflowNode },
): Promise<string> {
  const { input_source: source = 'last_message', source_node_id: sourceId } = node.config.extra_config ?? {};
  if (source === 'last_message') return lastMessage(db, work);
  if (source !== 'node_output' || sourceId === undefined) return '';
  const [row] = await innermostResult(db, { work, nodeId: sourceId });
  const output = unwrap(row?.output);
  if (output === undefined || output === null) return '';
  return typeof output === 'string' ? output : JSON.stringify(output);
}

async function innermostResult(db: Database, { work, nodeId }: { work: NodeAtWork; nodeId: string }) {
  const iterations = outerIterations(work.iteration);
  const rows = await loadNodeResults(db, { executionId: work.executionId, iterations, nodeIds: [nodeId] });
  return rows.sort((one, other) => iterations.indexOf(one.iteration) - iterations.indexOf(other.iteration));
}

/** The newest answer before the node, else what the execution was started with. */
async function lastMessage(
  db: Database,
  { execution, flow, nodeId, iteration }: NodeAtWork,
): Promise<string> {
  const answers = await loadAnswers(db, {
    executionId: execution.id,
    nodeIds: speakersBefore(flow, nodeId),
    iterations: outerIterations(iteration),
  });
  const order = nodeOrder(flow);
  const last = answers
    .filter(({ text }) => text.trim() !== '')
    .sort((one, other) => order.indexOf(one.nodeId) - order.indexOf(other.nodeId))
    .at(-1);
  return last?.text ?? (await loadTrigger(db, execution)).text;
}

function speakersBefore(flow: FlowDefinition, nodeId: string): string[] {
  const before = ancestorsOf(flow, nodeId);
  return flow.nodes.map(({ id }) => id).filter((id) => before.has(id));
}

/** Values by dotted paths; what is missing is null. */
async function mapInput(
  db: Database,
  { work, node }: { work: NodeAtWork; node: SubflowNode },
): Promise<Record<string, unknown> | undefined> {
  const { input } = node.config;
  if (input === undefined) return undefined;
  const { execution, flow, nodeId, iteration } = work;
  const names = namesIn(node);
  const scope = await loadScope(db, { execution, flow, nodeId, iteration, ...(names && { names }) });
  return Object.fromEntries(Object.entries(input).map(([key, path]) => [key, readPath(scope, path)]));
}
