import { describe, expect, test } from 'vitest';
import { GraphWriter, ownWorkGraph } from '../../../trajectory/writes/graph-writer.js';
import { MAX_WRITES } from '../../../trajectory/writes/trajectory-write.js';

const OWNER = { user: 'ada', session: 's', round: 1, subAgent: 'node' };
const AT = '2026-01-01T00:00:00Z';

function open(): GraphWriter {
  return new GraphWriter(ownWorkGraph(OWNER, { step: 20_000, ordinal: 1 }, AT));
}

describe('GraphWriter', () => {
  test('a State after the call, changed twice -> its place, its predecessors, and each change with its reason', () => {
    const writer = open();
    const id = writer.add({ type: 'State', label: 'guess', attributes: { belief: 'a' } });
    writer.modify(id, { belief: 'b' }, { why: 'it was measured' });
    writer.modify(id, { belief: 'b' });
    expect(id).toBe('State(guess)');
    expect(writer.writes).toMatchObject([
      {
        kind: 'add',
        node: { step: 20_000, ordinal: 1_001_001, type: 'State' },
        label: 'guess',
        after: [{ step: 20_000, ordinal: 1, type: 'Action' }],
        edge: 'has_conclusion',
      },
      { kind: 'modify', change: { values: { belief: 'b' }, why: 'it was measured' } },
    ]);
    const { pointers, nodes } = writer.view();
    expect(pointers).toEqual(['State(guess)']);
    expect(nodes.at(-1)).toMatchObject({
      versions: { 1: { belief: 'a' } },
      reasons: { 1: 'it was measured' },
    });
  });

  test('nodes without labels -> names for this call, which later writes may use', () => {
    const writer = open();
    const state = writer.add({ type: 'State' });
    writer.add({ type: 'Table', attributes: { path: 'orders' } }, { after: state, edge: 'generates' });
    writer.branch(state);
    writer.advance(writer.self);
    expect(writer.writes.map(({ kind }) => kind)).toEqual(['add', 'add', 'branch', 'advance']);
    expect(writer.writes[1]).toMatchObject({ name: 'orders', after: [{ ordinal: 1_001_001 }] });
    expect(writer.view().pointers).toEqual([writer.self]);
  });

  test.each<[string, (writer: GraphWriter) => unknown, string]>([
    ['a Query', (writer) => writer.add({ type: 'Query' as 'State' }), 'A node is {'],
    [
      'an unknown predecessor',
      (writer) => writer.add({ type: 'State' }, { after: 'State(nope)' }),
      'unknown',
    ],
    ['a malformed one', (writer) => writer.add({ type: 'State' }, { after: 'nope' }), 'malformed'],
    ['data without an edge', (writer) => writer.add({ type: 'Table', label: 'a' }), 'Give the edge type'],
    ['nameless data', (writer) => writer.add({ type: 'Table' }, { edge: 'generates' }), 'needs a label'],
    ['an automatic label', (writer) => writer.add({ type: 'State', label: 'state00007' }), 'automatic'],
    ['a bridge', (writer) => writer.add({ type: 'State' }, { edge: 'continues_to' }), 'from round to round'],
    ['an unknown attribute', (writer) => writer.modify(writer.self, { mood: 'good' }), 'has no attribute'],
    ['too much', (writer) => writer.modify(writer.self, { output: 'x'.repeat(5_000) }), 'characters as JSON'],
    ['an unknown node', (writer) => writer.advance('State(nope)'), 'unknown'],
    [
      'a label twice',
      (writer) => [1, 2].map(() => writer.add({ type: 'State', label: 'a' })),
      'already exists',
    ],
    [
      'a State after data',
      (writer) =>
        writer.add(
          { type: 'State' },
          { after: writer.add({ type: 'File', label: 'f' }, { edge: 'generates' }), edge: 'has_conclusion' },
        ),
      'no branch continues from data',
    ],
    [
      'a branch from data',
      (writer) => writer.branch(writer.add({ type: 'File', label: 'f' }, { edge: 'generates' })),
      'no branch continues from data',
    ],
  ])('%s -> an error, and none of it is kept', (_, write, problem) => {
    const writer = open();
    expect(() => write(writer)).toThrow(problem);
    expect(writer.writes.length).toBeLessThanOrEqual(1);
  });

  test('more writes than a call may make -> an error', () => {
    const writer = open();
    for (let count = 0; count < MAX_WRITES; count += 1) writer.add({ type: 'State' });
    expect(() => writer.branch(writer.self)).toThrow('at most 100 times');
    expect(writer.writes).toHaveLength(MAX_WRITES);
  });
});
