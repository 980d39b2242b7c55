import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseWellFormed } from '../../../context/text/parse-well-formed.js';
import { numbersAfter } from '../../../trajectory/graph/automatic-numbers.js';
import { joinRounds } from '../../../trajectory/rounds/join-rounds.js';
import { fromNodeLink, toMeta, toNodeLink } from '../../../trajectory/graph/node-link.js';
import { CONTINUATION_EDGE } from '../../../trajectory/graph/edge-types.js';
import { automaticLabel } from '../../../trajectory/graph/node-id.js';
import { NODE_ATTRIBUTES } from '../../../trajectory/graph/node-types.js';
import { prune } from '../../../trajectory/graph/prune.js';
import { touchedTable } from '../../../trajectory/touched/touched.js';
import { TrajectoryError } from '../../../trajectory/graph/trajectory-error.js';
import { TrajectoryGraph } from '../../../trajectory/graph/trajectory-graph.js';
import type { JsonValue, TrajectoryEdge, TrajectoryNode } from '../../../trajectory/graph/trajectory-node.js';
import type { RoundSnapshot, TrajectoryView } from '../../../trajectory/graph/trajectory-view.js';
import { anyStep, type Step } from './any-step.js';
import { ReferenceGraph } from './reference-graph.js';
import { CREATED_AT, ownerOf } from '../rounds.js';
import { propertyRuns } from '../../setup/property-runs.js';

const START: Step = {
  kind: 'register',
  type: 'Query',
  label: undefined,
  predecessors: [],
  edge: undefined,
  pointer: undefined,
  value: 'q',
};
const anySteps = fc.array(anyStep, { maxLength: 60, size: 'max' });

describe('TrajectoryGraph', () => {
  test('any sequence of steps -> nodes, edges, pointers and history as in the reference', () => {
    fc.assert(
      fc.property(fc.boolean(), anySteps, (begins, steps) => {
        let graph = new TrajectoryGraph(ownerOf(1));
        const reference = new ReferenceGraph();
        for (const step of begins ? [START, ...steps] : steps) {
          graph = perform(step, graph, reference);
          expectSame(graph, reference);
        }
      }),
      { numRuns: propertyRuns(50, 300) },
    );
  });

  test('any sequence of steps -> in every state each node is reachable from the Query, and nothing from itself', () => {
    fc.assert(
      fc.property(anySteps, (steps) => {
        const reference = new ReferenceGraph();
        const graph = play(new TrajectoryGraph(ownerOf(1)), steps, reference);
        const root = graph.root ?? '';
        for (const { id } of graph.nodes) expect(reference.leads(root, id)).toBe(true);
        for (const { from, to } of graph.edges) expect(reference.leads(to, from)).toBe(false);
      }),
      { numRuns: propertyRuns(25, 100) },
    );
  });

  test('any snapshot -> restored it is equal, from files too, and holds no bridge', () => {
    fc.assert(
      fc.property(anySteps, (steps) => {
        const snapshot = play(new TrajectoryGraph(ownerOf(1)), steps).snapshot();
        expect(TrajectoryGraph.restore(snapshot).snapshot()).toEqual(snapshot);
        expect(throughFiles(snapshot)).toEqual(snapshot);
        expect(snapshot.edges.map(({ type }) => type)).not.toContain('continues_to');
        const json = JSON.stringify(snapshot);
        expect(json).not.toMatch(/\\u0000|\\ud[89a-f]/);
      }),
      { numRuns: propertyRuns(25, 100) },
    );
  });
});

describe('joinRounds', () => {
  test('any rounds -> one graph, every node reachable, and the rounds as they were', () => {
    fc.assert(
      fc.property(fc.array(anySteps, { maxLength: 4 }), (scripts) => {
        const rounds = played(scripts);
        const before = structuredClone(rounds);
        const joined = joinRounds(rounds);
        expect(joinRounds([...rounds, ...rounds])).toEqual(joined);
        expect(reachedIn(joined).size).toBe(joined.nodes.length);
        expect(new Set(joined.nodes.map(({ id }) => id)).size).toBe(joined.nodes.length);
        expect(rounds).toEqual(before);
      }),
      { numRuns: propertyRuns(25, 100) },
    );
  });
});

describe('prune', () => {
  test('any joined rounds -> a subgraph bridged from its own leaves, all of it reachable, every Action leading to an end of its round, pointers kept', () => {
    fc.assert(
      fc.property(fc.array(anySteps, { maxLength: 3 }), (scripts) => {
        const joined = joinRounds(played(scripts));
        const pruned = prune(joined);
        expect(joined.nodes).toEqual(expect.arrayContaining([...pruned.nodes]));
        const within = pruned.edges.filter(({ type }) => type !== CONTINUATION_EDGE);
        expect(joined.edges).toEqual(expect.arrayContaining(within));
        expect(new Set(pruned.edges)).toEqual(new Set([...within, ...bridgesOf(pruned.nodes, within)]));
        expect(pruned.pointers).toEqual(joined.pointers);
        expect(reachedIn(pruned).size).toBe(pruned.nodes.length);
        for (const { id, type } of pruned.nodes)
          if (type === 'Action')
            expect(reachedIn({ ...pruned, root: id })).toSatisfy(holdsOneOf(pruned.ends ?? []));
        expect(prune(pruned)).toEqual(pruned);
      }),
      { numRuns: propertyRuns(25, 100) },
    );
  });
});

describe('touchedTable', () => {
  test('any joined rounds -> each data node is in one row, each edge to one is a use', () => {
    fc.assert(
      fc.property(fc.array(anySteps, { maxLength: 3 }), (scripts) => {
        const joined = joinRounds(played(scripts));
        const rows = touchedTable(joined);
        const data = new Set(joined.nodes.filter(({ type }) => isDataName(type)).map(({ id }) => id));
        const uses = joined.edges.filter(({ to }) => data.has(to)).length;
        expect(rows.reduce((sum, row) => sum + row.uses, 0)).toBe(uses);
        expect(new Set(rows.map(({ type, name }) => `${type} ${name}`)).size).toBe(rows.length);
        expect(rows.length).toBeLessThanOrEqual(data.size);
      }),
      { numRuns: propertyRuns(25, 100) },
    );
  });
});

function bridgesOf(nodes: readonly TrajectoryNode[], within: readonly TrajectoryEdge[]): TrajectoryEdge[] {
  const rounds = [...new Set(nodes.map(({ owner }) => owner.round))];
  return nodes.flatMap(({ id, owner }) => {
    const next = rounds[rounds.indexOf(owner.round) + 1];
    const to = nodes.find((node) => node.type === 'Query' && node.owner.round === next)?.id;
    if (to === undefined || within.some(({ from }) => from === id)) return [];
    return [{ from: id, to, type: CONTINUATION_EDGE }];
  });
}

function perform(step: Step, graph: TrajectoryGraph, reference: ReferenceGraph): TrajectoryGraph {
  if (step.kind === 'restore') return TrajectoryGraph.restore(graph.snapshot());
  if (step.kind === 'restore-from-files') return TrajectoryGraph.restore(throughFiles(graph.snapshot()));
  const before = graph.snapshot();
  const nodeAt = (number: number): TrajectoryNode | undefined => before.nodes[number % before.nodes.length];
  const attempt = { allowed: false };
  const refusal = caught(() => act());
  expect(refusal === undefined).toBe(attempt.allowed);
  if (refusal) expect(graph.snapshot()).toEqual(before);
  return graph;

  function act(): unknown {
    if (step.kind === 'register') return register(step);
    if (step.kind === 'connect') {
      const [from, to] = [nodeAt(step.from)?.id ?? 'Query(x)', nodeAt(step.to)?.id ?? 'Query(x)'];
      attempt.allowed = before.nodes.length > 0 && reference.connect({ from, to, type: step.type });
      return graph.connect({ from, to, type: step.type });
    }
    if (step.kind !== 'modify' && step.kind !== 'remove') return undefined;
    const node = nodeAt(step.node);
    if (node === undefined) return graph.remove('Query(x)');
    if (step.kind === 'remove') {
      attempt.allowed = reference.remove(node.id);
      return graph.remove(node.id);
    }
    attempt.allowed = true;
    const states = reference.find(node.id)?.states ?? [];
    const state = stateOf(step.description, step.value);
    if (states.at(-1) !== state) states.push(state);
    return graph.modify(node.id, {
      description: step.description,
      [NODE_ATTRIBUTES[node.type][0]]: step.value,
    });
  }

  function register({
    type,
    label,
    predecessors,
    edge,
    pointer,
    value,
  }: Step & { kind: 'register' }): unknown {
    const ids = [...new Set(predecessors.flatMap((number) => nodeAt(number)?.id ?? []))];
    const name = label ?? automaticLabel(type, before.numbers[type] ?? 0);
    const node = { id: `${type}(${name})`, type, states: [stateOf(null, value)] };
    const isLabel = name !== '' && !name.includes('\n');
    attempt.allowed = isLabel && reference.register({ node, predecessors: ids, edge, pointer });
    const attributes = { [NODE_ATTRIBUTES[type][0]]: value };
    return graph.register({
      type,
      label,
      edge,
      pointer,
      attributes,
      createdAt: CREATED_AT,
      predecessors: ids,
    });
  }
}

function expectSame(graph: TrajectoryGraph, reference: ReferenceGraph): void {
  expect(graph.nodes.map(({ id }) => id)).toEqual(reference.nodes.map(({ id }) => id));
  expect(sorted(graph.edges)).toEqual(sorted(reference.edges));
  expect([...graph.pointers].sort()).toEqual([...reference.pointers].sort());
  for (const { id, type, states } of reference.nodes) {
    const rebuilt = states.map((_, version) => graph.stateAt(id, version));
    const attribute = NODE_ATTRIBUTES[type][0];
    expect(rebuilt.map((node) => stateOf(node.description, node.attributes[attribute] ?? null))).toEqual(
      states,
    );
    expect(Object.keys(graph.node(id).versions)).toHaveLength(states.length - 1);
  }
}

function play(
  graph: TrajectoryGraph,
  steps: readonly Step[],
  reference = new ReferenceGraph(),
): TrajectoryGraph {
  return [START, ...steps].reduce((current, step) => perform(step, current, reference), graph);
}

function played(scripts: readonly (readonly Step[])[]): RoundSnapshot[] {
  return scripts.reduce<RoundSnapshot[]>((rounds, steps, round) => {
    const numbers = round % 2 === 0 ? numbersAfter(rounds) : {};
    return [...rounds, play(new TrajectoryGraph(ownerOf(round), { numbers }), steps).snapshot()];
  }, []);
}

function throughFiles(snapshot: RoundSnapshot): RoundSnapshot {
  const files = JSON.stringify([toNodeLink(snapshot), toMeta(snapshot)]);
  const [json, meta] = JSON.parse(files) as [unknown, unknown];
  return fromNodeLink(json, meta);
}

function reachedIn({ edges, root }: TrajectoryView): Set<string> {
  const reached = new Set(root === null ? [] : [root]);
  for (const id of reached) for (const { from, to } of edges) if (from === id) reached.add(to);
  return reached;
}

function holdsOneOf(pointers: readonly string[]) {
  return (reached: Set<string>) => pointers.some((id) => reached.has(id));
}

function stateOf(description: string | null, value: JsonValue): string {
  return JSON.stringify(parseWellFormed(JSON.stringify([description, value])));
}

function isDataName(type: string): boolean {
  return !['Query', 'State', 'Action', 'Response'].includes(type);
}

function sorted(edges: TrajectoryView['edges']): string[] {
  return edges.map(({ from, to, type }) => `${from} ${type} ${to}`).sort();
}

function caught(act: () => unknown): TrajectoryError | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    if (error instanceof TrajectoryError) return error;
    throw error;
  }
}
