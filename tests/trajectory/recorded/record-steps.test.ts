import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addedPlace, type NodePlace } from '../../../trajectory/graph/node-place.js';
import { countTypes, recordSteps } from '../../../trajectory/recorded/record-steps.js';
import type {
  GrownEdge,
  RecordedCall,
  RecordedRun,
  RunGrowth,
} from '../../../trajectory/recorded/recorded-run.js';
import type { DataType } from '../../../trajectory/graph/node-types.js';
import type { NamedPlace, TrajectoryWrite } from '../../../trajectory/writes/trajectory-write.js';

const NOTHING: RecordedRun = { base: 0, steps: [], calls: [], data: [] };

describe('recordSteps', () => {
  test('an answer without tools -> the question has a conclusion', () => {
    expect(recordSteps({ ...NOTHING, steps: [{ step: 1, calls: 0 }] })).toEqual({
      nodes: [
        { step: 0, ordinal: 0, type: 'Query' },
        { step: 1, ordinal: 0, type: 'State' },
      ],
      edges: [edge('0.0', 'has_conclusion', '1.0')],
      changes: [],
      recordedThrough: 1,
      pointers: [place('1.0')],
    });
  });

  test('C7, C8, C17: two calls of a step -> branches beside one another, which the next conclusion joins', () => {
    const growth = recordSteps({
      ...NOTHING,
      steps: [
        { step: 1, calls: 2 },
        { step: 2, calls: 0 },
      ],
    });
    expect(growth?.edges).toEqual([
      edge('0.0', 'has_conclusion', '1.0'),
      edge('1.0', 'triggers', '1.1'),
      edge('1.0', 'triggers', '1.2'),
      edge('1.1', 'has_conclusion', '2.0'),
      edge('1.2', 'has_conclusion', '2.0'),
    ]);
    expect(growth?.pointers).toEqual([place('2.0')]);
  });

  test('C20: a thing touched by two calls -> one node with two edges, and the pointers stay', () => {
    const growth = recordSteps({
      ...NOTHING,
      steps: [{ step: 1, calls: 2 }],
      calls: [called(1, 1), called(1, 2)],
    });
    expect(growth?.nodes.filter(({ ordinal }) => ordinal < 0)).toEqual([
      { step: 1, ordinal: -1, type: 'Tool', name: 'look', description: '' },
      { step: 1, ordinal: -2, type: 'File', name: 'a.txt' },
    ]);
    expect(growth?.edges.slice(3)).toEqual([
      edge('1.1', 'find_relevant_tool', '1.-1'),
      edge('1.1', 'generates', '1.-2'),
      edge('1.2', 'find_relevant_tool', '1.-1'),
      edge('1.2', 'generates', '1.-2'),
    ]);
    expect(growth?.pointers).toEqual([place('1.1'), place('1.2')]);
  });

  test('a thing that one call read and wrote -> one edge: written', () => {
    const growth = recordSteps({
      ...NOTHING,
      steps: [{ step: 1, calls: 1 }],
      calls: [{ ...called(1, 1), touched: [...called(1, 1).touched, { type: 'File', name: 'a.txt' }] }],
    });
    expect(growth?.edges.slice(2)).toEqual([
      edge('1.1', 'find_relevant_tool', '1.-1'),
      edge('1.1', 'generates', '1.-2'),
    ]);
  });

  test('contents sent to calls -> data of the question for the first call, else of the State; each once', () => {
    const [early, late] = ['message 1', 'message 2'].map((name) => ({ type: 'Knowledge' as const, name }));
    const growth = recordSteps({
      ...NOTHING,
      steps: [
        { step: 1, calls: 1, sent: { withQuestion: true, things: [early!] } },
        { step: 2, calls: 0, sent: { withQuestion: false, things: [early!, late!] } },
      ],
    });
    expect(growth?.edges.filter(({ to }) => to.ordinal < 0)).toEqual([
      edge('0.0', 'find_relevant_knowledge', '0.-1'),
      edge('2.0', 'find_relevant_knowledge', '2.-1'),
    ]);
    expect(growth?.pointers).toEqual([place('2.0')]);
  });

  test('an attachment, and a file that a tool wrote under its name -> two files; known ones are found again', () => {
    const attached = { type: 'File' as const, name: 'a.txt', attributes: { source: 'attachment' } };
    const growth = recordSteps({
      ...NOTHING,
      given: [attached],
      steps: [{ step: 1, calls: 1 }],
      calls: [called(1, 1)],
    });
    expect(growth?.edges.filter(({ to }) => to.ordinal < 0)).toEqual([
      edge('0.0', 'has_additional_file', '0.-1'),
      edge('1.1', 'find_relevant_tool', '1.-1'),
      edge('1.1', 'generates', '1.-2'),
    ]);
    const later = recordSteps({
      ...NOTHING,
      head: { recordedThrough: 1, pointers: [place('1.1')], last: { step: 1, calls: 1 } },
      steps: [{ step: 2, calls: 1 }],
      calls: [{ ...called(2, 1), tool: null, touched: [{ type: 'File', name: 'a.txt' }, attached] }],
      data: [
        { ...place('0.-1'), ...attached, attributes: { source: 'attachment' } },
        { ...place('1.-2'), type: 'File', name: 'a.txt', attributes: { source: null } },
      ],
    });
    expect(later?.edges.filter(({ to }) => to.ordinal < 0).map(({ to }) => key(to))).toEqual([
      '1.-2',
      '0.-1',
    ]);
  });

  test('a node that touched something -> an action that follows from the question', () => {
    const growth = recordSteps({
      ...NOTHING,
      base: 20_000,
      steps: [{ step: 20_000, calls: 1, isSilent: true }],
      calls: [{ ...called(20_000, 1), tool: null }],
    });
    expect(growth?.nodes.map(({ type }) => type)).toEqual(['Query', 'Action', 'File']);
    expect(growth?.edges[0]).toEqual(edge('20000.0', 'triggers', '20000.1'));
    expect(growth?.pointers).toEqual([place('20000.1')]);
  });

  test.each([
    ['all of them, and another call follows', [true, true], 1, ['1.0']],
    ['one of them, and another call follows', [true, false], 1, ['1.2']],
    ['all of them, and a conclusion follows', [true, true], 0, ['1.1', '1.2']],
  ])('failed calls: %s -> the predecessors of the next step', (_, failures, callsAfter, expected) => {
    const growth = recordSteps({
      ...NOTHING,
      head: { recordedThrough: 1, pointers: [place('1.1'), place('1.2')], last: { step: 1, calls: 2 } },
      steps: [{ step: 2, calls: callsAfter }],
      calls: failures.map((failed, index) => ({ ...called(1, index + 1), failed })),
    });
    expect(growth?.edges.filter(({ to }) => key(to) === '2.0').map(({ from }) => key(from))).toEqual(
      expected,
    );
  });

  test('a call that a person refused, and a conclusion follows -> it follows from the other call', () => {
    const growth = recordSteps({
      ...NOTHING,
      head: { recordedThrough: 1, pointers: [place('1.1'), place('1.2')], last: { step: 1, calls: 2 } },
      steps: [{ step: 2, calls: 0 }],
      calls: [
        { ...called(1, 1), failed: true, refused: true },
        { ...called(1, 2), failed: true },
      ],
    });
    expect(growth?.edges.filter(({ to }) => key(to) === '2.0').map(({ from }) => key(from))).toEqual(['1.2']);
  });

  test('nothing new -> no rows', () => {
    expect(
      recordSteps({ ...NOTHING, head: { recordedThrough: 3, pointers: [place('3.0')] } }),
    ).toBeUndefined();
  });

  test('any run, recorded in any number of parts, each once or twice -> the same graph', () => {
    fc.assert(
      fc.property(runs, fc.array(fc.boolean(), { maxLength: 8 }), ({ steps, calls }, goes) => {
        const whole = apply(NOTHING, { steps, calls, through: Infinity });
        let graph: RecordedRun & { nodes: Map<string, string>; edges: Set<string> } = {
          ...NOTHING,
          nodes: new Map(),
          edges: new Set(),
        };
        for (const [through, isTwice] of goes.entries())
          for (let times = isTwice ? 2 : 1; times > 0; times -= 1)
            graph = apply(graph, { steps, calls, through: through + 1 });
        graph = apply(graph, { steps, calls, through: Infinity });
        expect([...graph.nodes].sort()).toEqual([...whole.nodes].sort());
        expect([...graph.edges].sort()).toEqual([...whole.edges].sort());
        expect(graph.head).toEqual(whole.head);
      }),
    );
  });

  test('a call that adds a State, and continues with a second one -> the next conclusion follows from both', () => {
    const back: TrajectoryWrite = {
      kind: 'advance',
      to: named('1.0', 'State'),
      from: named('1.2', 'Action'),
    };
    const growth = recordSteps({
      ...NOTHING,
      steps: [
        { step: 1, calls: 2 },
        { step: 2, calls: 0 },
      ],
      calls: [
        { ...called(1, 1), writes: [adding(1, 1)] },
        { ...called(1, 2), writes: [back] },
      ],
    });
    expect(growth?.edges).toContainEqual(edge('1.1', 'has_conclusion', '1.1001001'));
    expect(growth?.edges.filter(({ to }) => to.step === 2).map(({ from }) => key(from))).toEqual([
      ...['1.1001001', '1.0'],
    ]);
  });
});

describe('countTypes', () => {
  test('nodes of some types -> a count for every type, by its place', () => {
    expect(countTypes([{ type: 'Query' }, { type: 'Action' }, { type: 'Action' }])).toEqual([
      ...[1, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0],
    ]);
  });
});

const touched = fc.record({ type: fc.constant<DataType>('File'), name: fc.constantFrom('a', 'b', 'c') });
const runs = fc
  .array(fc.array(fc.array(touched, { maxLength: 2 }), { maxLength: 3 }), { minLength: 1, maxLength: 6 })
  .map((steps) => ({
    steps: steps.map((calls, index) => ({ step: index + 1, calls: calls.length })),
    calls: steps.flatMap((calls, index) =>
      calls.map((things, at): RecordedCall => ({
        step: index + 1,
        ordinal: at + 1,
        tool: 'look',
        touched: things,
        writes:
          (index + at) % 2 === 0
            ? [adding(index + 1, at + 1), { kind: 'branch', from: named('0.0', 'Query') }]
            : [],
      })),
    ),
  }));

function apply(
  run: RecordedRun & { nodes?: Map<string, string>; edges?: Set<string> },
  { steps, calls, through }: Pick<RecordedRun, 'steps' | 'calls'> & { through: number },
) {
  const seen = run.head?.recordedThrough ?? run.base;
  const growth = recordSteps({
    ...run,
    steps: steps.filter(({ step }) => step > seen && step <= through),
    calls: calls.filter(({ step }) => step >= seen && step < Math.min(through, steps.length + 1)),
  });
  const nodes = new Map(run.nodes);
  const edges = new Set(run.edges);
  if (growth === undefined) return { ...run, nodes, edges };
  for (const node of growth.nodes) nodes.set(key(node), `${node.type} ${node.name ?? ''}`);
  for (const { from, to, type } of growth.edges) edges.add(`${key(from)} ${type} ${key(to)}`);
  const last = steps.find(({ step }) => step === growth.recordedThrough);
  const added = [...nodes.keys()].map(place).filter(({ ordinal }) => ordinal >= 1_000_000);
  return {
    ...run,
    head: { ...headOf(growth), last },
    added,
    data: [...run.data, ...dataOf(growth)],
    nodes,
    edges,
  };
}

function headOf({ recordedThrough, pointers }: RunGrowth) {
  return { recordedThrough, pointers };
}

function dataOf({ nodes }: RunGrowth): RecordedRun['data'] {
  return nodes.flatMap(({ step, ordinal, type, name }) =>
    ordinal < 0 ? [{ step, ordinal, type: type as DataType, name: name ?? '' }] : [],
  );
}

function called(step: number, ordinal: number): RecordedCall {
  return { step, ordinal, tool: 'look', touched: [{ type: 'File', name: 'a.txt', how: 'written' }] };
}

function adding(step: number, ordinal: number): TrajectoryWrite {
  const node = { ...addedPlace({ step, ordinal }, 1), type: 'State' as const };
  return {
    kind: 'add',
    node,
    after: [{ step, ordinal, type: 'Action' }],
    edge: 'has_conclusion',
    at: '2026-01-01T00:00:00Z',
  };
}

function named(text: string, type: NamedPlace['type']): NamedPlace {
  return { ...place(text), type };
}

function edge(from: string, type: GrownEdge['type'], to: string): GrownEdge {
  return { from: place(from), to: place(to), type };
}

function place(text: string): NodePlace {
  const [step = 0, ordinal = 0] = text.split('.').map(Number);
  return { step, ordinal };
}

function key({ step, ordinal }: NodePlace): string {
  return `${step}.${ordinal}`;
}
