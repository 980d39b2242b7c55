import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { defineFlow } from '../../../flow/builder/define-flow.js';
import { chat, code, manual, subflow, switchOn } from '../../../flow/kinds/node-kinds.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { outputsOf } from './fixtures/rows.js';
import { runFlow } from './fixtures/run-flow.js';

const NO_ANSWER = 'The flow ended without an answer.';
const rule = { field: 'trigger.text', operator: 'equals', value: 'never', route: 'a' } as const;

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [
      defineFlow({
        slug: 'no-route',
        name: 'No route',
        nodes: { start: chat(), w: switchOn({ rules: [rule] }), a: code({ expression: '1' }) },
        edges: [
          ['start', 'w'],
          ['w', 'a', { route: 'a' }],
        ],
      }),
      defineFlow({
        slug: 'no-reply',
        name: 'No reply',
        nodes: {
          start: chat(),
          a: code({ expression: '"val"' }),
          b: code({ expression: '({ secret: 1 })' }),
        },
        edges: [
          ['start', 'a'],
          ['a', 'b'],
        ],
      }),
      defineFlow({
        slug: 'sums',
        name: 'Sums',
        nodes: { start: manual(), sum: code({ expression: '({ secret: 1 })' }) },
        edges: [['start', 'sum']],
      }),
      defineFlow({
        slug: 'asks-sums',
        name: 'Asks sums',
        nodes: { start: chat(), below: subflow({ flow: 'sums' }) },
        edges: [['start', 'below']],
      }),
    ],
    model: { script: [] },
  });
});
afterAll(() => system?.stop());

describe('a chat in which no node answers', () => {
  test.each(['no-route', 'no-reply', 'asks-sums'])(
    '%s -> a sentence, not the outputs of nodes',
    async (flow) => {
      const conversation = system.client.conversation({ flow, user: system.newUser() });
      expect((await conversation.ask('Hi')).text).toBe(NO_ANSWER);
      const { messages } = await conversation.history();
      expect(messages.map((message) => message.text)).toEqual([NO_ANSWER, 'Hi']);
    },
  );

  test('outside a conversation -> the outputs of its nodes, for programs', async () => {
    const { executionId, answer } = await runFlow(system, { flow: 'asks-sums' });
    expect(answer).toContain('"secret":1');
    expect((await outputsOf(system, executionId))['below']).toEqual({
      node_outputs: { sum: { output: { secret: 1 } } },
    });
  });
});
