import { describe, expect, test } from 'vitest';
import type { NodeType } from '../../../trajectory/graph/node-types.js';
import { shortName } from '../../../trajectory/render/short-name.js';
import type { Attributes } from '../../../trajectory/graph/trajectory-node.js';
import { node } from './views.js';

describe('shortName', () => {
  test.each<[NodeType, Attributes, string]>([
    ['Query', { query: ' How\nwarm? ' }, 'How warm?'],
    ['Query', { query: ' ', rawUserQuery: 'raw' }, 'raw'],
    ['State', { content: null, reasoning: 'because' }, 'because'],
    ['Action', { action: 'search' }, 'search'],
    ['Response', { content: 'Three.' }, 'Three.'],
    ['Knowledge', { knowledgeType: 'rule' }, 'rule'],
    ['Tool', { name: 'search' }, 'search'],
    ['Table', { path: 'warehouse.db/deliveries/' }, 'deliveries'],
    ['File', { path: 'C:\\data\\july.csv' }, 'july.csv'],
    ['Skill', { path: 'skills/report/SKILL.md' }, 'SKILL.md'],
    ['Script', { content: 'print(1)' }, 'print(1)'],
    ['Script', { content: 'print(1)', path: 'a/b.py' }, 'b.py'],
    ['Column', { fromTable: 'db/orders' }, 'orders'],
    ['State', { content: { answer: 3 } }, '{"answer":3}'],
  ])('%s with %j -> %s', (type, attributes, name) => {
    expect(shortName(node(type, 'label', { attributes }))).toBe(name);
  });

  test('nothing to say -> the label', () => {
    expect(shortName(node('File', 'file00000', { attributes: { path: '//' } }))).toBe('file00000');
  });

  test('a long text -> 80 characters, no half ones', () => {
    expect(shortName(node('Response', 'r', { attributes: { content: '🚀'.repeat(80) } }))).toBe(
      '🚀'.repeat(80),
    );
    const cut = shortName(node('Response', 'r', { attributes: { content: '🚀'.repeat(5_000) } }));
    expect(cut).toBe(`${'🚀'.repeat(79)}…`);
  });

  test('control characters, turned text and half characters -> one plain line', () => {
    const attributes = { action: 'a\u0000b\u202ec\ud800\r\nd' };
    expect(shortName(node('Action', 'a', { attributes }))).toBe('a bc\ufffd d');
  });
});
