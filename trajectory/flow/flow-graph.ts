import { nodeId } from '../graph/node-id.js';
import { groupBy } from '../../protocol/group-by.js';
import { TrajectoryGraph } from '../graph/trajectory-graph.js';
import type { Attributes, JsonValue, TrajectoryOwner } from '../graph/trajectory-node.js';
import type { RoundSnapshot } from '../graph/trajectory-view.js';

/** The name of a flow's own trajectory, which no node can have. */
export const FLOW_AGENT = '@flow';

export interface FlowRun {
  nodeId: string;
  iteration: string;
  run: number;
  kind: string;
  status: string;
  isRefused: boolean;
  output: JsonValue;
  item?: { item: JsonValue; index: number } | null;
  error?: { type: string | null; message: string } | null;
  startedAt: string;
  finishedAt: string | null;
  executions: readonly string[];
  flows: readonly string[];
}

export interface RanFlow {
  owner: TrajectoryOwner;
  question: string | null;
  askedAt: string;
  isCompleted: boolean;
  edges: readonly { from: string; to: string; on?: string }[];
  scripts: readonly { nodeId: string; content: JsonValue }[];
  runs: readonly FlowRun[];
}

/** Connects the successors of an abandoned run to the nodes before it. */
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
    const sources = sourcesOf(run);
    const after = sources.flatMap((source) =>
      abandoned.has(source) ? (before.get(source) ?? []) : (ids.get(source) ?? []),
    );
    const predecessors = after.length === 0 ? [query.id] : [...new Set(after)];
    const input = run.status === 'failed' ? readInput(run, { sources, question }) : {};
    const { id } = graph.register({ ...toAction(run, { owner, input }), predecessors, edge: 'triggers' });
    for (const thing of listUsed(run, flow)) {
      const known = nodeId(thing.type, thing.label);
      if (graph.has(known)) graph.connect({ from: id, to: known, type: thing.edge });
      else graph.register({ ...thing, createdAt: run.startedAt, predecessors: [id] });
    }
    before.set(run, predecessors);
    ids.set(run, id);
  }
  graph.abandon([...abandoned].flatMap((run) => ids.get(run) ?? []));
  return graph.snapshot();
}

function toAction(run: FlowRun, { owner: { round }, input }: { owner: TrajectoryOwner; input: Attributes }) {
  const { nodeId: node, iteration, kind, status, startedAt, finishedAt, executions } = run;
  const name = iteration === '' ? node : `${node}/${iteration}`;
  return {
    type: 'Action' as const,
    label: `${name}@${round}`,
    createdAt: startedAt,
    attributes: {
      action: name,
      // The input of a finished node is in the Actions before it.
      params: (status === 'failed' ? { kind, input } : { kind }) as JsonValue,
      output: readOutput(run),
      success: finishedAt === null ? null : status === 'success' && !run.isRefused,
      executions: executions.length === 0 ? null : executions,
    },
  };
}

function listUsed({ nodeId: name, kind, flows }: FlowRun, { owner: { round }, scripts }: RanFlow) {
  const script = scripts.find((one) => one.nodeId === name);
  return [
    ...(script
      ? [
          {
            type: 'Script' as const,
            label: `${name}@${round}`,
            edge: 'has_script' as const,
            attributes: { path: name, scriptType: kind, content: script.content },
          },
        ]
      : []),
    ...[...new Set(flows)].map((flow) => ({
      type: 'Skill' as const,
      label: `${flow}@${round}`,
      edge: 'find_relevant_tool' as const,
      attributes: { path: flow },
    })),
  ];
}

/** Names inputs as templates do. The first run's input is the trigger's text. */
function readInput(
  { iteration, item }: FlowRun,
  { sources, question }: { sources: readonly FlowRun[]; question: string | null },
): Attributes {
  if (sources.length === 0) return { trigger: question };
  // A loop's own output contains all items, so takes that of the run's own item.
  const read = sources.filter((source) => source.iteration === iteration);
  return {
    ...Object.fromEntries(read.map((source) => [source.nodeId, readOutput(source)])),
    ...(item == null ? {} : { loop: item }),
  };
}

function readOutput({ output, error }: FlowRun): JsonValue {
  if (output !== null || error == null) return output;
  return error.type === null ? { error: error.message } : { error: error.message, error_code: error.type };
}

/** Finds a run's sources. After a loop, these are the runs that ended its items. */
function sourceFinder({ edges, runs }: Pick<RanFlow, 'edges' | 'runs'>): (run: FlowRun) => FlowRun[] {
  const byPlace = groupBy(runs, (run) => `${run.nodeId} ${run.iteration}`);
  const items = runs.filter(({ iteration }) => iteration !== '');
  const byLoop = groupBy(items, (run) => `${run.nodeId} ${outer(run.iteration)}`);
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

/** An unhandled failure ended the execution, so its run is not abandoned. */
function findAbandoned(
  { isCompleted, runs }: RanFlow,
  sourcesOf: (run: FlowRun) => readonly FlowRun[],
): ReadonlySet<FlowRun> {
  const followed = new Set(runs.flatMap(sourcesOf));
  return new Set(
    runs.filter(
      (run) =>
        run.isRefused ||
        run.status === 'cancelled' ||
        (run.status === 'failed' && (isCompleted || followed.has(run))),
    ),
  );
}

function outer(iteration: string): string {
  return iteration.slice(0, Math.max(0, iteration.lastIndexOf('.')));
}
