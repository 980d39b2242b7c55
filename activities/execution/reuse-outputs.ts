import type { FlowDefinition } from '../../flow/definition.js';
import { rerunProblem } from '../../flow/execution/rerun-problem.js';
import { findLoop } from '../../flow/graph/find-loop.js';
import { reachableFrom } from '../../flow/graph/reachable-from.js';
import { readTraits } from '../../flow/kinds/traits.js';
import type { ScheduleState } from '../../flow/scheduler/schedule-state.js';
import { runningNodes } from '../../flow/scheduler/running-nodes.js';
import { skipFinished, type FinishedNode } from '../../flow/scheduler/skip-finished.js';
import { toStorable } from '../../flow/values/to-storable.js';
import { countMessageTokens } from '../../models/counting/count-tokens.js';
import type { FlowPlan } from '../../protocol/activities/execution.js';
import type { RerunFrom } from '../../protocol/messages.js';
import type { Database } from '../../store/database.js';
import {
  findRerunRows,
  loadFinishedNodes,
  storeReusedOutputs,
  type ChangedOutput,
} from '../../store/execution/reused-outputs.js';

/** Idempotent. A text is the reason why it cannot be rerun. */
export async function reuseOutputs(
  db: Database,
  {
    workflowId,
    flow,
    plan,
    rerun,
  }: { workflowId: string; flow: FlowDefinition; plan: FlowPlan; rerun: RerunFrom },
): Promise<ScheduleState | string> {
  const problem = rerunProblem(flow, rerun);
  if (problem !== undefined) return problem;
  const rows = await findRerunRows(db, { of: rerun.of, workflowId });
  if (!rows) return `Execution '${rerun.of.slice(0, 200)}' does not exist`;
  const again = reachableFrom(flow, rerun.from);
  const kinds = new Map(flow.nodes.map(({ id, kind }) => [id, kind]));
  const given = rerun.outputs ?? {};
  const handled = new Set(flow.edges.flatMap(({ from, on }) => (on === 'error' ? [from] : [])));
  const ended = new Map<string, FinishedNode>();
  for (const node of await loadFinishedNodes(db, rows.originId))
    if (!node.hasFailed || handled.has(node.nodeId)) ended.set(node.nodeId, node);
  for (const [nodeId, output] of Object.entries(given))
    ended.set(nodeId, { nodeId, route: readRoute(output) });
  const finished = [...ended.values()].filter(
    ({ nodeId: id }) => kinds.has(id) && id !== rerun.from && !again.has(id) && !findLoop(flow, id),
  );
  const { state, skipped } = skipFinished(plan, { trigger: plan.trigger, finished });
  if (!runningNodes(state).some(({ nodeId }) => nodeId === rerun.from))
    return `Node '${rerun.from}' of flow '${flow.slug}' cannot be reached with the reused outputs: rerun from a node before it`;
  const reused = skipped.map(({ nodeId, run }) => ({ nodeId, run, kind: kinds.get(nodeId) ?? '' }));
  await storeReusedOutputs(db, rows, {
    copied: reused.filter(({ nodeId }) => !Object.hasOwn(given, nodeId)),
    changed: reused.flatMap((one) =>
      Object.hasOwn(given, one.nodeId) ? [{ ...one, ...toChanged(one.kind, given[one.nodeId]) }] : [],
    ),
  });
  return state;
}

/** A node that answers in text keeps it as a message, which later agents are sent. */
function toChanged(kind: string, output: unknown): Pick<ChangedOutput, 'output' | 'text'> {
  const content = readTraits(kind).says === 'answer' ? readText(output) : undefined;
  if (content === undefined) return { output: toStorable(output), text: undefined };
  return { output: null, text: { content, tokens: countMessageTokens({ role: 'assistant', content }) } };
}

function readText(output: unknown): string | undefined {
  if (typeof output !== 'object' || output === null || Object.keys(output).length !== 1) return undefined;
  const text = 'output' in output ? output.output : undefined;
  return typeof text === 'string' ? text : undefined;
}

function readRoute(output: unknown): string | null {
  const route = typeof output === 'object' && output !== null && 'route' in output ? output.route : null;
  return typeof route === 'string' ? route : null;
}
