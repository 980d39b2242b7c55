import { describe, expect, test } from 'vitest';
import { formatFacts, formatTable } from '../../../cli/format/format-table.js';
import { flattenTree } from '../../../cli/format/flatten-tree.js';
import { createStyle } from '../../../cli/format/style.js';

const COLUMNS = [
  { header: 'NAME', value: (row: { name: string; count: number }) => row.name },
  { header: 'N', align: 'right' as const, value: (row: { count: number }) => String(row.count) },
  { header: 'ID', value: () => 'x' },
];

describe('formatTable', () => {
  test('cells of different length -> aligned, the last column not padded', () => {
    const rows = [
      { name: 'a', count: 1 },
      { name: 'longer', count: 200 },
    ];
    expect(formatTable({ rows }, COLUMNS)).toBe('NAME      N  ID\na         1  x\nlonger  200  x');
  });
  test('wide letters -> aligned by display width', () => {
    const rows = [
      { name: '你好', count: 1 },
      { name: 'abcd', count: 2 },
    ];
    expect(formatTable({ rows }, COLUMNS).split('\n').slice(1)).toEqual(['你好  1  x', 'abcd  2  x']);
  });
  test('a hostile cell -> one line without control characters', () =>
    expect(formatTable({ rows: [{ name: '\u001b[2Ja\nb', count: 1 }] }, COLUMNS).split('\n')[1]).toBe(
      '[2Ja b  1  x',
    ));
  test('painted cells -> padded first, so that columns stay aligned', () => {
    const style = createStyle(true);
    const painted = [{ ...COLUMNS[0]!, paint: style.green }, COLUMNS[2]!];
    expect(formatTable({ rows: [{ name: 'a', count: 1 }] }, painted)).toBe(
      'NAME  ID\n\u001b[32ma   \u001b[39m  x',
    );
  });
});

describe('formatFacts', () => {
  test('a value of two lines -> the second under the first', () =>
    expect(
      formatFacts(
        [
          ['A', 'one\ntwo'],
          ['Long', 'x'],
        ],
        createStyle(false),
      ),
    ).toBe('A     one\n      two\nLong  x'));
});

describe('flattenTree', () => {
  test('a tree of three levels -> each row with the lines that lead to it', () => {
    const leaf = (id: string) => ({ id, children: [] });
    const root = { id: 'r', children: [{ id: 'a', children: [leaf('b')] }, leaf('c')] };
    expect(flattenTree([root, leaf('s')]).map(({ lead, node }) => lead + node.id)).toEqual([
      'r',
      '├─ a',
      '│  └─ b',
      '└─ c',
      's',
    ]);
  });
});
