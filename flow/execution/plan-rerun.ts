import type { FlowDefinition } from '../definition.js';
import { findLoop } from '../graph/find-loop.js';
import { reachableFrom } from '../graph/reachable-from.js';
import { hasTrait } from '../kinds/traits.js';
import { runningNodes } from '../scheduler/running-nodes.js';
import type { GraphNode } from '../scheduler/schedule-graph.js';
import type { ScheduleState } from '../scheduler/schedule-state.js';
import { skipFinished, type FinishedNode, type SkippedRun } from '../scheduler/skip-finished.js';
import { rerunProblem } from './rerun-problem.js';

export interface RerunPlan {
  state: ScheduleState;
  skipped: readonly SkippedRun[];
}

/** `ended` nodes succeeded or failed in the first execution. */
export function planRerun(
  flow: FlowDefinition,
  {
    trigger,
    rerun: { of, from, outputs = {} },
    ended,
  }: {
    trigger: string;
    rerun: { of?: string; from: string; outputs?: Readonly<Record<string, unknown>> | undefined };
    ended: readonly FinishedNode[];
  },
): RerunPlan | string {
  const problem = rerunProblem(flow, { from, outputs, isDraft: of === undefined });
  if (problem) return problem;
  const ids = new Set(flow.nodes.map(({ id }) => id));
  const again = reachableFrom(flow, from);
  const handled = new Set(flow.edges.flatMap((edge) => (edge.on === 'error' ? [edge.from] : [])));
  const reusable = new Map<string, FinishedNode>();
  for (const node of ended)
    if (node.hasFailed !== true || handled.has(node.nodeId)) reusable.set(node.nodeId, node);
  for (const [nodeId, output] of Object.entries(outputs))
    reusable.set(nodeId, { nodeId, route: readRoute(output) });
  const finished = [...reusable.values()].filter(
    ({ nodeId: id }) => ids.has(id) && id !== from && !again.has(id) && !findLoop(flow, id),
  );
  const plan = skipFinished({ nodes: flow.nodes.map(toGraphNode), edges: flow.edges }, { trigger, finished });
  const running = runningNodes(plan.state).map(({ nodeId }) => nodeId);
  if (running.includes(from)) return plan;
  const open = running.find((id) => reachableFrom(flow, id).has(from));
  const why =
    open === undefined
      ? 'the reused outputs take another branch. Rerun from the node that chooses the branch, or a node before it'
      : `node '${open}' before it has no output to reuse. Rerun from '${open}'`;
  return `Node '${from}' of flow '${flow.slug}' cannot be reached: ${why}`;
}

function toGraphNode(node: FlowDefinition['nodes'][number]): GraphNode {
  const { id, kind } = node;
  if (!hasTrait(node, 'repeats')) return { id, kind };
  const { parallel = 1, onError = 'stop' } = node.config;
  return { id, kind, loop: { parallel, onError } };
}

function readRoute(output: unknown): string | null {
  const route = typeof output === 'object' && output !== null && 'route' in output ? output.route : null;
  return typeof route === 'string' ? route : null;
}
