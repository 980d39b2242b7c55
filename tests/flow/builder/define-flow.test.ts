import { describe, expect, test } from 'vitest';
import { defineFlow } from '../../../flow/builder/define-flow.js';
import {
  agent,
  approval,
  categorizer,
  chat,
  code,
  custom,
  filter,
  loop,
  manual,
  merge,
  model,
  reply,
  subflow,
  switchOn,
  template,
  wait,
} from '../../../flow/kinds/node-kinds.js';

const TRIAGE = {
  chat: chat('Start'),
  sort: categorizer({ model: 'offline:demo', categories: [{ name: 'billing' }, { name: 'other' }] }),
  route: switchOn({
    rules: [{ field: 'sort.category', operator: 'equals', value: 'billing', route: 'billing' }],
    fallback: true,
  }),
  billing: agent({ model: 'offline:demo' }, 'Billing'),
  each: loop({ over: '{{ chat.data.orders }}' }),
  look: { ...custom('look-up', { table: 'orders' }), label: 'Look up' },
  done: reply({ text: '{{ billing.output }}' }),
};
const HEAD = { slug: 'triage', name: 'Triage', nodes: TRIAGE };

describe('defineFlow', () => {
  test('a flow as code -> exactly its JSON, in the order written', () => {
    const flow = defineFlow({
      ...HEAD,
      budget: { tokens: 1_000 },
      edges: [
        ['chat', 'sort'],
        ['sort', 'route'],
        ['route', 'billing', { route: 'billing' }],
        ['route', 'each', { route: '__other__' }],
        ['each', 'look', { on: 'item' }],
        ['look', 'each', { on: 'next' }],
        ['billing', 'done'],
        ['billing', 'done', { on: 'error' }],
      ],
    });
    expect(JSON.parse(JSON.stringify(flow))).toStrictEqual(flow);
    expect(flow).toStrictEqual({
      slug: 'triage',
      name: 'Triage',
      budget: { tokens: 1_000 },
      nodes: [
        { id: 'chat', kind: 'chat', label: 'Start' },
        { id: 'sort', kind: 'categorizer', config: TRIAGE.sort.config },
        { id: 'route', kind: 'switch', config: TRIAGE.route.config },
        { id: 'billing', kind: 'agent', label: 'Billing', config: { model: 'offline:demo' } },
        { id: 'each', kind: 'loop', config: { over: '{{ chat.data.orders }}' } },
        { id: 'look', kind: 'custom:look-up', label: 'Look up', config: { table: 'orders' } },
        { id: 'done', kind: 'reply', config: { text: '{{ billing.output }}' } },
      ],
      edges: [
        { from: 'chat', to: 'sort' },
        { from: 'sort', to: 'route' },
        { from: 'route', to: 'billing', route: 'billing' },
        { from: 'route', to: 'each', route: '__other__' },
        { from: 'each', to: 'look', on: 'item' },
        { from: 'look', to: 'each', on: 'next' },
        { from: 'billing', to: 'done' },
        { from: 'billing', to: 'done', on: 'error' },
      ],
    });
  });

  test('a node of each other kind -> its JSON', () => {
    const { nodes } = defineFlow({
      slug: 'kinds',
      name: 'Kinds',
      nodes: {
        start: manual(),
        answer: model({ model: 'offline:demo' }),
        cheap: filter({ over: '{{ start.data }}', conditions: [] }),
        join: merge(),
        letter: template({ template: ['Dear'] }),
        sum: code({ expression: '1' }),
        pause: wait({ seconds: 1 }),
        ask: approval({ prompt: 'Really?' }),
        other: subflow({ flow: 'other' }),
      },
      edges: [['start', 'answer']],
    });
    expect(nodes).toStrictEqual([
      { id: 'start', kind: 'manual' },
      { id: 'answer', kind: 'model', config: { model: 'offline:demo' } },
      { id: 'cheap', kind: 'filter', config: { over: '{{ start.data }}', conditions: [] } },
      { id: 'join', kind: 'merge' },
      { id: 'letter', kind: 'template', config: { template: ['Dear'] } },
      { id: 'sum', kind: 'code', config: { expression: '1' } },
      { id: 'pause', kind: 'wait', config: { seconds: 1 } },
      { id: 'ask', kind: 'approval', config: { prompt: 'Really?' } },
      { id: 'other', kind: 'subflow', config: { flow: 'other' } },
    ]);
  });

  test('invalid edges -> rejected by the compiler, and with a sentence each at run time', () => {
    const define = () =>
      defineFlow({
        ...HEAD,
        edges: [
          ['chat', 'sort'],
          // @ts-expect-error There is no such node.
          ['sort', 'ghost'],
          // @ts-expect-error Nothing leads to a trigger.
          ['sort', 'chat'],
          // @ts-expect-error A trigger cannot fail.
          ['chat', 'done', { on: 'error' }],
          // @ts-expect-error Only a switch has routes.
          ['sort', 'done', { route: 'billing' }],
          // @ts-expect-error No rule gives this route.
          ['route', 'done', { route: 'biling' }],
          // @ts-expect-error Only a loop has items.
          ['sort', 'look', { on: 'item' }],
          // @ts-expect-error Only a loop has a next item.
          ['look', 'billing', { on: 'next' }],
        ],
      });
    expect(define).toThrow(
      /^Flow 'triage' is not valid: Edge 'sort -> ghost' leads to node 'ghost'.*; Edge 'sort -> chat'/,
    );
  });

  test('a switch without a fallback -> the compiler refuses the other route', () => {
    const { fallback: _fallback, ...config } = TRIAGE.route.config;
    const nodes = { chat: chat(), route: switchOn(config), done: reply({ text: '' }) };
    const define = () =>
      defineFlow({
        slug: 'a',
        name: 'A',
        nodes,
        edges: [
          ['chat', 'route'],
          // @ts-expect-error There is no such route.
          ['route', 'done', { route: '__other__' }],
        ],
      });
    expect(define).toThrow("set its 'config.fallback' to true");
  });

  test('more than twenty errors -> twenty, and the number of the others', () => {
    const drafts = Array.from({ length: 25 }, (_, index) => [`n${index}`, agent({ model: '' })] as const);
    const nodes = { chat: chat(), ...Object.fromEntries(drafts) };
    expect(() => defineFlow({ slug: 'a', name: 'A', nodes, edges: [] })).toThrow(/; and 5 more$/);
  });
});
