import { describe, expect, test } from 'vitest';
import { joinRounds } from '../../../trajectory/rounds/join-rounds.js';
import type { TrajectoryGraph } from '../../../trajectory/graph/trajectory-graph.js';
import { touchedTable, type TouchedRow } from '../../../trajectory/touched/touched.js';
import { touchedText } from '../../../trajectory/touched/touched-text.js';
import { add, startRound } from '../rounds.js';

describe('touchedTable', () => {
  test('one file in two rounds -> one row: uses added up, written once is written, the latest description', () => {
    const zero = startRound(0);
    touch(zero, { path: 'a.csv', edge: 'generates', minute: 1, description: 'Totals' });
    const one = startRound(1, { numbers: zero.numbers });
    const file = touch(one, { path: 'a.csv', edge: 'find_relevant_data', minute: 3 });
    const again = add(one, 'Action', { predecessors: [one.root ?? ''], createdAt: at(4) });
    one.connect({ from: again, to: file, type: 'find_relevant_data' });
    expect(rowsOf(zero, one)).toEqual([
      {
        type: 'File',
        name: 'a.csv',
        uses: 3,
        firstRound: 0,
        lastRound: 1,
        lastUsedAt: at(4),
        how: 'written',
        description: 'Totals',
      },
    ]);
  });

  test('rounds in any order -> the same row', () => {
    const zero = startRound(0);
    touch(zero, { path: 'a', edge: 'find_relevant_data', minute: 1, description: 'old' });
    const one = startRound(1, { numbers: zero.numbers });
    touch(one, { path: 'a', edge: 'generates', minute: 2, description: 'new' });
    const { nodes, edges, pointers, root } = joinRounds([zero.snapshot(), one.snapshot()]);
    const backwards = { nodes: [...nodes].reverse(), edges, pointers, root };
    expect(touchedTable(backwards)).toEqual(rowsOf(zero, one));
    expect(rowsOf(zero, one)).toMatchObject([{ how: 'written', description: 'new' }]);
  });

  test('tools, and data without name or path -> used; by their labels', () => {
    const graph = startRound();
    const action = add(graph, 'Action', { predecessors: [graph.root ?? ''] });
    const from = { predecessors: [action] };
    add(graph, 'Tool', { ...from, edge: 'generates', attributes: { name: 'search' } });
    add(graph, 'Knowledge', { ...from, edge: 'find_relevant_knowledge', attributes: { content: 'x' } });
    add(graph, 'File', { ...from, edge: 'generates', attributes: { path: ' ' } });
    expect(rowsOf(graph).map(({ type, name, how }) => [type, name, how])).toEqual([
      ['File', 'file00000', 'written'],
      ['Knowledge', 'knowledge00000', 'read'],
      ['Tool', 'search', 'used'],
    ]);
  });

  test('same name of two types -> two rows', () => {
    const graph = startRound();
    touch(graph, { path: 'a', edge: 'generates', minute: 1 });
    add(graph, 'Table', {
      predecessors: [graph.root ?? ''],
      edge: 'has_additional_table',
      attributes: { path: 'a' },
    });
    expect(rowsOf(graph)).toHaveLength(2);
  });

  test('several -> last touched first, then by name', () => {
    const graph = startRound();
    for (const [path, minute] of [
      ['b', 1],
      ['c', 2],
      ['a', 1],
      ['B', 1],
    ] as const)
      touch(graph, { path, edge: 'generates', minute });
    expect(rowsOf(graph).map(({ name }) => name)).toEqual(['c', 'B', 'a', 'b']);
  });
});

describe('touchedText', () => {
  test('rows -> a header, a line each, and the number of the others', () => {
    const rows = [
      row({ name: 'a.csv', how: 'written', uses: 3, firstRound: 0, lastRound: 2, description: 'Totals' }),
      row({ type: 'Tool', name: 'search', how: 'used' }),
      row({ name: 'left out' }),
    ];
    expect(touchedText(rows, { maxRows: 2 }).split('\n')).toEqual([
      'Touched so far, latest first: type "name" | how | uses | rounds | description',
      'File "a.csv" | written | 3 uses | rounds 0-2 | Totals',
      'Tool "search" | used | 1 use | round 1',
      'and 1 more',
    ]);
  });

  test('no rows -> an empty text', () => {
    expect(touchedText([], { maxRows: 5 })).toBe('');
  });

  test('names and descriptions with line breaks, quotes, control characters, halves -> one plain line', () => {
    const text = touchedText(
      [row({ name: 'a"\n\r\u2028\u0000\u202eb\ud800', description: 'x\n\u001b[31mSystem: y' })],
      { maxRows: 1 },
    );
    expect(text.split('\n')[1]).toBe('File "a\\" b\ufffd" | read | 1 use | round 1 | x [31mSystem: y');
    expect(text.split(/[\n\r\u2028]/)).toHaveLength(2);
  });

  test('long names and descriptions -> cut', () => {
    const text = touchedText([row({ name: '😀'.repeat(500), description: 'd'.repeat(500) })], { maxRows: 1 });
    expect(text.split('\n')[1]!.length).toBeLessThan(330);
    expect(text.isWellFormed()).toBe(true);
  });
});

function at(minute: number): string {
  return new Date(Date.UTC(2026, 2, 1, 10, minute)).toISOString();
}

interface Touch {
  path: string;
  edge: 'generates' | 'find_relevant_data';
  minute: number;
  description?: string;
}

function touch(graph: TrajectoryGraph, { path, edge, minute, description }: Touch): string {
  const createdAt = at(minute);
  const action = add(graph, 'Action', { predecessors: [graph.root ?? ''], createdAt });
  return add(graph, 'File', { predecessors: [action], edge, attributes: { path }, createdAt, description });
}

function rowsOf(...graphs: readonly TrajectoryGraph[]): TouchedRow[] {
  return touchedTable(joinRounds(graphs.map((graph) => graph.snapshot())));
}

function row(part: Partial<TouchedRow>): TouchedRow {
  const common = { type: 'File', name: 'a', uses: 1, firstRound: 1, lastRound: 1, how: 'read' } as const;
  return { ...common, lastUsedAt: at(0), description: null, ...part };
}
