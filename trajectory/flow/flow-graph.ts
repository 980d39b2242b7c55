import { groupBy } from '../render/group-by.js';
import { TrajectoryGraph } from '../graph/trajectory-graph.js';
import type { JsonValue, TrajectoryOwner } from '../graph/trajectory-node.js';
import type { RoundSnapshot } from '../graph/trajectory-view.js';

/** Sub-agent of a flow's own graph; no node can have this name. */
export const FLOW_AGENT = '@flow';

export interface FlowRun {
  nodeId: string;
  /** Loop item: `3`, `3.0`; empty outside of loops. */
  iteration: string;
  /** Runs follow only from lower ordinals. */
  run: number;
  kind: string;
  status: string;
  output: JsonValue;
  startedAt: string;
  finishedAt: string | null;
  executions: readonly string[];
}

/** Workflow IDs of sub-executions. */
export interface RanFlow {
  owner: TrajectoryOwner;
  question: string | null;
  askedAt: string;
  isCompleted: boolean;
  edges: readonly { from: string; to: string; on?: string }[];
  runs: readonly FlowRun[];
}

/**
 * Builds a flow's graph: its question, and an Action per node run. Handled failures, canceled and refused
 * runs become abandoned branches; their successors follow from what preceded them.
 */
export function flowGraph(flow: RanFlow): RoundSnapshot {
  const { owner, question, askedAt, runs } = flow;
  const graph = new TrajectoryGraph(owner);
  const query = graph.register({
    type: 'Query',
    label: `question@${owner.round}`,
    createdAt: askedAt,
    attributes: { query: question },
  });
  const before = new Map<FlowRun, readonly string[]>();
  const ids = new Map<FlowRun, string>();
  const sourcesOf = sourceFinder(flow);
  const abandoned = findAbandoned(flow, sourcesOf);
  for (const run of [...runs].sort((one, other) => one.run - other.run)) {
    const after = sourcesOf(run).flatMap((source) =>
      abandoned.has(source) ? (before.get(source) ?? []) : (ids.get(source) ?? []),
    );
    const predecessors = after.length === 0 ? [query.id] : [...new Set(after)];
    const { id } = graph.register({ ...toAction(run, owner), predecessors, edge: 'triggers' });
    before.set(run, predecessors);
    ids.set(run, id);
  }
  graph.abandon([...abandoned].flatMap((run) => ids.get(run) ?? []));
  return graph.snapshot();
}

function toAction(run: FlowRun, { round }: TrajectoryOwner) {
  const { nodeId, iteration, kind, status, output, startedAt, finishedAt, executions } = run;
  const name = iteration === '' ? nodeId : `${nodeId}/${iteration}`;
  return {
    type: 'Action' as const,
    label: `${name}@${round}`,
    createdAt: startedAt,
    attributes: {
      action: name,
      params: { kind },
      output,
      success: finishedAt === null ? null : status === 'success' && !isRefused(run),
      executions: executions.length === 0 ? null : executions,
    },
  };
}

/** Follows the flow's edges; after a loop, the runs that ended its items. */
function sourceFinder({ edges, runs }: Pick<RanFlow, 'edges' | 'runs'>): (run: FlowRun) => FlowRun[] {
  const byPlace = groupBy(runs, ({ nodeId, iteration }) => `${nodeId} ${iteration}`);
  const items = runs.filter(({ iteration }) => iteration !== '');
  const byLoop = groupBy(items, ({ nodeId, iteration }) => `${nodeId} ${outer(iteration)}`);
  const edgesTo = groupBy(edges, ({ to }) => to);
  const findLasts = (loop: string) => (edgesTo.get(loop) ?? []).filter(({ on }) => on === 'next');
  return (run) =>
    (edgesTo.get(run.nodeId) ?? [])
      .filter(({ on }) => on !== 'next')
      .flatMap(({ from, on }) => {
        const iteration = on === 'item' ? outer(run.iteration) : run.iteration;
        const own = (byPlace.get(`${from} ${iteration}`) ?? []).filter(
          ({ status }) => (status === 'failed') === (on === 'error'),
        );
        const ended = on === undefined ? findLasts(from) : [];
        return [...own, ...ended.flatMap((last) => byLoop.get(`${last.from} ${run.iteration}`) ?? [])];
      })
      .filter((source) => source.run < run.run);
}

/** An unhandled failure ended its execution, so it stays. */
function findAbandoned(
  { isCompleted, runs }: RanFlow,
  sourcesOf: (run: FlowRun) => readonly FlowRun[],
): ReadonlySet<FlowRun> {
  const followed = new Set(runs.flatMap(sourcesOf));
  return new Set(
    runs.filter(
      (run) =>
        isRefused(run) ||
        run.status === 'cancelled' ||
        (run.status === 'failed' && (isCompleted || followed.has(run))),
    ),
  );
}

/** True if a person declined, or a sub-execution returned an error as its result. */
function isRefused({ kind, output }: FlowRun): boolean {
  if (typeof output !== 'object' || output === null || Array.isArray(output)) return false;
  const values = output as Readonly<Record<string, JsonValue>>;
  const isFailure = 'error_code' in values && 'reason' in values;
  return (kind === 'approval' && values['confirmed'] === false) || (kind === 'subflow' && isFailure);
}

function outer(iteration: string): string {
  return iteration.slice(0, Math.max(0, iteration.lastIndexOf('.')));
}
