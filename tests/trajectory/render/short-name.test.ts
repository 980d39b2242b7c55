import { describe, expect, test } from 'vitest';
import type { NodeType } from '../../../trajectory/graph/node-types.js';
import { namesIn, nameWithStep, shortName } from '../../../trajectory/render/short-name.js';
import type { Attributes } from '../../../trajectory/graph/trajectory-node.js';
import { edge, node } from './views.js';

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

  test('no content -> the label', () => {
    expect(shortName(node('File', 'file00000', { attributes: { path: '//' } }))).toBe('file00000');
  });

  test('a long text -> 80 characters, no half characters', () => {
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

describe('namesIn', () => {
  test('a State with only calls -> named by them, each once; with text or without calls -> by text or goal', () => {
    const asked = node('State', 'asked', { attributes: { goal: 'Go', currentStatus: 'tool-calls' } });
    const queued = node('State', 'queued', {
      attributes: { goal: 'Go', queueStep: 'pre step 1: call search' },
    });
    const told = node('State', 'told', { attributes: { content: 'I search.', currentStatus: 'tool-calls' } });
    const idle = node('State', 'idle', { attributes: { currentStatus: 'stop' } });
    const actions = ['search', 'search', 'open'].map((action, at) =>
      node('Action', `a${at}`, { attributes: { action } }),
    );
    const states = [asked, queued, told, idle];
    const nameIn = namesIn({
      nodes: [...states, ...actions],
      edges: [
        ...actions.map((action) => edge(asked, action, 'triggers')),
        edge(queued, actions[0]!, 'triggers'),
        edge(told, actions[0]!, 'triggers'),
      ],
    });
    expect(states.map(nameIn)).toEqual(['Call search, open', 'Call search', 'I search.', 'stop']);
  });
});

describe('nameWithStep', () => {
  test('a step of the queues -> after the name, unless it is the name', () => {
    const state = node('State', 's', { attributes: { queueStep: 'pre step 1: Read.' } });
    expect(nameWithStep(state, 'I read.')).toBe('I read. (pre step 1: Read.)');
    expect(nameWithStep(state, 'pre step 1: Read.')).toBe('pre step 1: Read.');
    expect(nameWithStep(node('Action', 'a'), 'search')).toBe('search');
  });
});
