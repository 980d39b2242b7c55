import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { defineFlow } from '../../../flow/builder/define-flow.js';
import { categorizer, chat, manual, reply } from '../../../flow/kinds/node-kinds.js';
import type { FlowDefinition } from '../../../flow/definition.js';
import { text } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { CATEGORIES, nodeFlows, refundFlow, routingFlow } from './fixtures/node-flows.js';
import { outputsOf } from './fixtures/rows.js';
import { runFlow } from './fixtures/run-flow.js';

let category = '';
let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [routingFlow('routing', false), routingFlow('falling', true), refundFlow(), ...nodeFlows()],
    model: { script: () => text(category) },
  });
});
afterAll(() => system?.stop());

describe('a switch', () => {
  test.each<[flow: string, kind: string, taken: string | null, ran: string[]]>([
    ['routing', 'b', 'b', ['b', 'join']],
    ['routing', 'a', 'a', ['a', 'join']],
    ['routing', 'z', null, []],
    ['falling', 'z', '__other__', ['other', 'join']],
  ])('P92 P95: %s, field %s -> route %s, only its branch runs', async (flow, kind, taken, ran) => {
    const { executionId, status, nodes } = await runFlow(system, { flow, data: { kind } });
    expect(status).toBe('completed');
    expect(nodes.map(({ nodeId }) => nodeId)).toEqual(['route', ...ran]);
    const { route, join } = await outputsOf(system, executionId);
    expect(route).toEqual({ route: taken });
    if (taken !== null) expect(join).toMatchObject({ items: [`took ${ran[0]!}`] });
  });
});

describe('a switch over an amount', () => {
  test.each([
    [{ amount: 100 }, 'pay', undefined],
    [{ amount: '99.5' }, 'pay', undefined],
    [{ amount: 101 }, 'ask', undefined],
    [{}, 'ask', 'missing'],
    [{ amount: null }, 'ask', 'missing'],
    [{ amount: 'n/a' }, 'ask', "'n/a'"],
    [{ amount: '1.000,00 EUR' }, 'ask', "'1.000,00 EUR'"],
    [{ amount: '' }, 'ask', "''"],
    [{ amount: [] }, 'ask', 'a list of 0'],
    [{ amount: {} }, 'ask', 'an object'],
  ])('P103: %j -> %s, and the incomparable value is reported', async (data, taken, told) => {
    const { executionId, nodes } = await runFlow(system, { flow: 'refund', data });
    expect(nodes.map(({ nodeId }) => nodeId)).toEqual(['size', taken]);
    expect((await outputsOf(system, executionId))['size']).toEqual({
      route: taken === 'pay' ? 'pay' : '__other__',
      ...(told !== undefined && {
        notes: [`Route 'pay': 'trigger.data.amount' is ${told}, but 'lte' compares numbers`],
      }),
    });
  });
});

describe('a merge', () => {
  test.each([
    ['slow', { slow: 1, quick: 0 }],
    ['quick', { slow: 0, quick: 1 }],
  ])(
    'P94: a diamond whose %s branch ends last -> once, after both, in the order of the flow',
    async (_last, data) => {
      const { executionId, nodes } = await runFlow(system, { flow: 'diamond', data });
      expect(nodes.filter(({ nodeId }) => nodeId === 'join')).toHaveLength(1);
      expect(nodes.at(-1)!.nodeId).toBe('join');
      expect((await outputsOf(system, executionId))['join']).toEqual({
        items: ['slow', 'quick'],
        outputs: { slow: { output: 'slow' }, quick: { output: 'quick' } },
      });
    },
  );
});

describe('a filter', () => {
  test.each([
    ['cheap-and-new', ['pen']],
    ['cheap-or-new', ['pen', 'ink', 'car']],
  ])('%s -> the items that match it, in order', async (flow, names) => {
    const data = {
      items: [
        { name: 'pen', price: 2, isNew: 'yes' },
        { name: 'desk', price: 100, isNew: 'no' },
        { name: 'ink', price: 5 },
        { name: 'car', price: 9_000, isNew: 'yes' },
      ],
    };
    const { executionId } = await runFlow(system, { flow, data });
    const { kept } = await outputsOf(system, executionId);
    expect(kept).toMatchObject({ total: names.length, items: names.map((name) => ({ name })) });
  });
});

describe('a template', () => {
  test('P104: an undefined reference with keep -> the text unchanged; objects and lists are resolved inside', async () => {
    const { executionId } = await runFlow(system, {
      flow: 'templates',
      text: 'Ada',
      data: { list: [1, { a: 2 }] },
    });
    expect((await outputsOf(system, executionId))['shape']).toEqual({
      output: { hi: 'Hi {{ nope.x }}', name: 'Hi Ada', whole: [1, { a: 2 }], nested: [[2]] },
    });
  });
});

describe('code', () => {
  test('an expression -> its value', async () => {
    const { executionId } = await runFlow(system, { flow: 'code-sum', data: { items: [1, 2, 3] } });
    expect((await outputsOf(system, executionId))['run']).toEqual({ output: 6 });
  });

  test.each<[flow: string, message: RegExp]>([
    ['code-throw', /^Node 'run' failed: .*no luck/],
    ['code-host', /^Node 'run' failed: .*process/],
    ['code-endless', /^Node 'run' failed: Expression takes/],
  ])('%s -> the node fails with the reason, and the worker continues', async (flow, message) => {
    const { status, errorType, errorMessage } = await runFlow(system, { flow });
    expect({ status, errorType }).toEqual({ status: 'failed', errorType: 'Node.Failed' });
    expect(errorMessage).toMatch(message);
    expect((await runFlow(system, { flow: 'code-sum', data: { items: [1] } })).status).toBe('completed');
  });
});

describe('a wait', () => {
  test('a template that returns seconds -> a timer of that length', async () => {
    const startedAt = Date.now();
    const { executionId } = await runFlow(system, { flow: 'waiting', data: { seconds: 1 } });
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(1_000);
    expect((await outputsOf(system, executionId))['pause']).toEqual({ waited_seconds: 1 });
  });

  test.each([['soon'], [-1], [1e12], [null], ['']])(
    '%j seconds -> the node fails, naming the limits',
    async (seconds) => {
      const { status, errorMessage } = await runFlow(system, { flow: 'waiting', data: { seconds } });
      expect(status).toBe('failed');
      expect(errorMessage).toMatch(/is not a valid time to wait: it must be 0 to 31536000 seconds/);
    },
  );
});

describe('a reply', () => {
  test('text and data -> the text is the answer, the data the output', async () => {
    const { executionId, answer } = await runFlow(system, { flow: 'replying', text: 'Ada' });
    expect(answer).toBe('Dear Ada');
    expect((await outputsOf(system, executionId))['say']).toEqual({ output: { to: 'Ada' } });
  });

  test('in a conversation -> it is the answer of the turn, and in its history', async () => {
    const conversation = system.client.conversation({ flow: 'replying', user: system.newUser() });
    expect((await conversation.ask('Bob')).text).toBe('Dear Bob');
    expect((await conversation.history()).messages.map((message) => message.text)).toEqual([
      'Dear Bob',
      'Bob',
    ]);
  });
});

describe('a categorizer', () => {
  test.each([
    ['sorting', 'technical', 'technical'],
    ['sorting', '**Billing.**', 'billing'],
    ['sorting-fallback', 'no idea', 'billing'],
  ])('%s, the model answers %j -> %s', async (flow, said, expected) => {
    category = said;
    const { executionId, status } = await runFlow(system, { flow, text: 'Help' });
    expect(status).toBe('completed');
    expect((await outputsOf(system, executionId))['sort']).toEqual({ category: expected });
  });

  test('no category and no fallback -> the node fails with the answer and the categories', async () => {
    category = 'no idea';
    const { status, errorType, errorMessage } = await runFlow(system, { flow: 'sorting', text: 'Help' });
    expect({ status, errorType }).toEqual({ status: 'failed', errorType: 'Node.NoCategory' });
    expect(errorMessage).toMatch(/'no idea', which names none of the categories billing, technical/);
  });
});

describe('triggers', () => {
  test('P91: two triggers with branches of their own -> only the branch of the fired one runs', async () => {
    const byDefault = await runFlow(system, { flow: 'two-triggers' });
    expect(byDefault.nodes.map(({ nodeId }) => nodeId)).toEqual(['one']);
    const named = await runFlow(system, { flow: 'two-triggers', trigger: 'second' });
    expect(named.nodes.map(({ nodeId }) => nodeId)).toEqual(['two']);
    const conversation = system.client.conversation({ flow: 'two-triggers', user: system.newUser() });
    expect((await conversation.ask('Hi')).text).toBe('three');
  });

  test('an unknown trigger -> failed, naming it', async () => {
    const { status, errorMessage } = await runFlow(system, { flow: 'two-triggers', trigger: 'nope' });
    expect(status).toBe('failed');
    expect(errorMessage).toContain("has no trigger 'nope'");
  });
});

describe('a definition that cannot run', () => {
  test.each<[what: string, define: () => FlowDefinition, message: RegExp]>([
    [
      'without a trigger',
      () => defineFlow({ slug: 'x', name: 'X', nodes: { say: reply({ text: 'x' }) }, edges: [] }),
      /trigger/,
    ],
    [
      'P118: with a route from a node that is no switch',
      () =>
        defineFlow({
          slug: 'x',
          name: 'X',
          nodes: { start: manual(), say: reply({ text: 'x' }) },
          edges: [['start', 'say', { route: 'a' }] as never],
        }),
      /switch/,
    ],
    [
      'P119: with a categorizer without a model',
      () =>
        defineFlow({
          slug: 'x',
          name: 'X',
          nodes: { chat: chat(), sort: categorizer({ categories: CATEGORIES } as never) },
          edges: [['chat', 'sort']],
        }),
      /'sort'.*model/,
    ],
  ])('%s -> refused', (_what, define, message) => {
    expect(define).toThrow(message);
  });
});
