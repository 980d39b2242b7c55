import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { agent, chat, code, loop, manual, reply, subflow, template } from '../../../flow/kinds/node-kinds.js';
import { defineFlow } from '../../../flow/builder/define-flow.js';
import { SCRIPTED_MODEL } from '../../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import {
  text,
  toolCalls,
  type ModelRequest,
  type Reply,
} from '../../../packages/testing/model-server/index.js';
import { triageFlow } from '../../flow/triage-flow.js';

const model = SCRIPTED_MODEL;
const flows = [
  triageFlow(model),
  defineFlow({
    slug: 'double',
    name: 'Double',
    nodes: {
      start: manual(),
      each: loop({ over: '{{ trigger.data.items }}' }),
      twice: code({ expression: 'loop.item * 2' }),
      say: reply({ text: 'Doubled: {{ each.results | join(", ") }} of {{ each.total }}' }),
    },
    edges: [
      ['start', 'each'],
      ['each', 'twice', { on: 'item' }],
      ['twice', 'each', { on: 'next' }],
      ['each', 'say'],
    ],
  }),
  defineFlow({
    slug: 'parent',
    name: 'Parent',
    nodes: {
      chat: chat(),
      numbers: template({ template: { items: [1, 2] } }),
      below: subflow({ flow: 'double', input: { items: 'numbers.output.items' } }),
      say: reply({ text: 'Below said: {{ below.output }}' }),
    },
    edges: [
      ['chat', 'numbers'],
      ['numbers', 'below'],
      ['below', 'say'],
    ],
  }),
  defineFlow({
    slug: 'research',
    name: 'Research',
    nodes: { chat: chat(), lead: agent({ model, system: 'Lead.', tools: ['spawn'], spawns: ['worker'] }) },
    edges: [['chat', 'lead']],
  }),
  defineFlow({
    slug: 'above',
    name: 'Above',
    nodes: { start: manual(), kin: subflow({ flow: 'kin' }) },
    edges: [['start', 'kin']],
  }),
  defineFlow({
    slug: 'kin',
    name: 'Kin',
    nodes: {
      start: manual(),
      say: reply({
        text: '{{ trigger.parent_execution_id }} {{ trigger.user_context.user }} {{ trigger.data.who }}',
      }),
    },
    edges: [['start', 'say']],
  }),
  defineFlow({
    slug: 'quiet',
    name: 'Quiet',
    nodes: {
      chat: chat(),
      first: agent({ model, system: 'You answer first.' }),
      last: agent({ model, system: 'You are silent.' }),
    },
    edges: [
      ['chat', 'first'],
      ['first', 'last'],
    ],
  }),
  defineFlow({
    slug: 'worker',
    name: 'Worker',
    nodes: { start: manual(), hand: agent({ model, system: 'Hand.' }) },
    edges: [['start', 'hand']],
  }),
];

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), { flows, model: { script: answer } });
});
afterAll(() => system?.stop());

describe('a flow', () => {
  test('P92 P95: a categorizer, a switch, two agents, a merge -> one agent answers', async () => {
    const conversation = system.client.conversation({ flow: 'triage', user: system.newUser() });
    expect((await conversation.ask('My invoice is wrong')).text).toBe('Billing says hello');
  });
  test('P97: a loop over three items -> its results in order', async () => {
    const { result } = await system.client.executions.start({
      flow: 'double',
      text: 'go',
      data: { items: [1, 2, 3] },
      user: system.newUser(),
    });
    expect(await result()).toBe('Doubled: 2, 4, 6 of 3');
  });
  test('P76: a sub-execution -> its result is a value, its text a message', async () => {
    const conversation = system.client.conversation({ flow: 'parent', user: system.newUser() });
    expect((await conversation.ask('Go')).text).toBe('Below said: Doubled: 2, 4 of 2');
  });
  test('P77: the last of two agents is silent -> the text of the first one, in the chat too', async () => {
    const conversation = system.client.conversation({ flow: 'quiet', user: system.newUser() });
    expect((await conversation.ask('Hello')).text).toBe('First of all');
    expect((await conversation.history()).messages.map((message) => message.text)).toEqual([
      'First of all',
      'Hello',
    ]);
  });
  test('a sub-execution without data -> knows its parent, its user and the data above', async () => {
    const user = system.newUser();
    const { executionId, result } = await system.client.executions.start({
      flow: 'above',
      text: 'go',
      data: { who: 'Ann' },
      user,
    });
    expect(await result()).toContain(`${executionId} ${user} Ann`);
  });
  test('P86: an agent that spawns two tasks -> both results, in the order asked', async () => {
    const conversation = system.client.conversation({ flow: 'research', user: system.newUser() });
    expect((await conversation.ask('Find out')).text).toContain('hand: two');
  });
});

function answer(request: ModelRequest): Reply {
  const seen = JSON.stringify(request.body);
  if (seen.includes('Name the category')) return text('billing');
  if (seen.includes('You answer first.')) return text('First of all');
  if (seen.includes('You are silent.')) return text('<think>Hm</think>\n');
  if (seen.includes('You are billing.')) return text('Billing says hello');
  if (seen.includes('Hand.')) return text(`hand: ${seen.includes('task one') ? 'one' : 'two'}`);
  if (seen.includes('hand: ')) return text(seen);
  return toolCalls([
    {
      name: 'spawn',
      arguments: {
        tasks: [
          { flow: 'worker', text: 'task one' },
          { flow: 'worker', text: 'task two' },
        ],
      },
    },
  ]);
}
