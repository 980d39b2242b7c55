import fc from 'fast-check';
import type { FlowEdge } from '../../../flow/definition.js';
import type { GraphNode, LoopSettings, ScheduleGraph } from '../../../flow/scheduler/schedule-graph.js';

export interface BuiltGraph extends ScheduleGraph {
  owners: ReadonlyMap<string, string>;
}

interface NodeSpec {
  rank: number;
  entry: number;
  isEntered: boolean;
  edges: { from: number; label: string }[];
  loop?: NonNullable<GraphNode['loop']> & { body: NodeSpec[] };
  isNext: boolean;
}

const { specs } = fc.letrec<{ specs: NodeSpec[]; body: NodeSpec[]; spec: NodeSpec; loop: NodeSpec['loop'] }>(
  (tie) => ({
    specs: fc.array(tie('spec'), { minLength: 2, maxLength: 6 }),
    body: fc.array(tie('spec'), { minLength: 1, maxLength: 4 }),
    spec: fc.record({
      rank: fc.nat(1000),
      entry: fc.nat(),
      isEntered: fc.boolean(),
      edges: fc.array(fc.record({ from: fc.nat(), label: fc.constantFrom('', '', '', 'x', 'y', 'error') }), {
        maxLength: 3,
      }),
      loop: tie('loop'),
      isNext: fc.boolean(),
    }),
    loop: fc.option(
      fc.record({
        parallel: fc.integer({ min: 1, max: 3 }),
        onError: fc.constantFrom<LoopSettings['onError'][]>('stop', 'stop', 'continue'),
        body: tie('body'),
      }),
      { nil: undefined, maxDepth: 2, freq: 3 },
    ),
  }),
);

export const anyGraph: fc.Arbitrary<BuiltGraph> = specs.map((all) => {
  const ranked: { rank: number; node: GraphNode }[] = [];
  const edges: FlowEdge[] = [];
  const owners = new Map<string, string>();
  const build = (scope: NodeSpec[], owner: string): void =>
    scope.forEach((spec, at) => {
      const id = `${owner}n${at}`;
      owners.set(id, owner);
      const incoming = at === 0 ? [] : spec.edges;
      for (const { from, label } of incoming)
        edges.push(edgeOf({ from: `${owner}n${from % at}`, to: id }, label));
      if (incoming.length === 0 || spec.isEntered)
        edges.push(
          owner === ''
            ? { from: spec.entry % 5 === 0 ? 'u' : 't', to: id }
            : { from: owner, to: id, on: 'item' },
        );
      if (owner !== '' && spec.isNext) edges.push({ from: id, to: owner, on: 'next' });
      const { loop } = spec;
      ranked.push({ rank: spec.rank, node: { id, kind: loop ? 'loop' : 'switch', ...(loop && { loop }) } });
      if (loop) build(loop.body, id);
    });
  build(all, '');
  const triggers = ['t', 'u'].map((id) => ({ id, kind: 'manual' }));
  const nodes = ranked.sort((one, other) => one.rank - other.rank).map(({ node }) => node);
  return { nodes: [...triggers, ...nodes], edges, owners };
});

function edgeOf(ends: { from: string; to: string }, label: string): FlowEdge {
  if (label === '') return ends;
  return label === 'error' ? { ...ends, on: 'error' } : { ...ends, route: label };
}
