import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { defineFlow } from '../../flow/builder/define-flow.js';
import { agent, chat, reply } from '../../flow/kinds/node-kinds.js';
import { text, toolCalls } from '../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    connections: 1,
    flows: [
      defineFlow({
        slug: 'plain',
        name: 'Plain',
        nodes: { chat: chat(), read: agent({ model: SCRIPTED_MODEL, tools: ['calculate'] }) },
        edges: [['chat', 'read']],
      }),
      defineFlow({
        slug: 'replying',
        name: 'Replying',
        nodes: { chat: chat(), read: agent({ model: SCRIPTED_MODEL }), say: reply({ text: 'Done' }) },
        edges: [
          ['chat', 'read'],
          ['read', 'say'],
        ],
      }),
    ],
  });
});
afterAll(() => system?.stop());

describe('a pool of one connection: no transaction waits for a second one', () => {
  const output = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };

  test('a turn with a tool call, an edited message and the next turn -> answers', async () => {
    const user = system.newUser();
    const conversation = system.client.conversation({ flow: 'plain', user });
    system.model.reply(toolCalls([{ name: 'calculate', arguments: { expression: '6*7' } }]), text('42'));
    expect((await conversation.ask({ text: 'Six times seven?', turnId: 'first' })).text).toBe('42');
    system.model.reply(text('48'), text('56'));
    await conversation.edit('first', 'Six times eight?');
    expect((await conversation.ask('And seven times eight?')).text).toBe('56');
  });

  test('a requested object -> the object; by a flow that writes none -> refused', async () => {
    const conversation = system.client.conversation({ flow: 'plain', user: system.newUser() });
    system.model.reply(text('{"city":"Oslo"}'));
    expect((await conversation.ask({ text: 'Where?', output })).object).toEqual({ city: 'Oslo' });
    const replying = system.client.conversation({ flow: 'replying', user: system.newUser() });
    await expect(replying.ask({ text: 'Where?', output })).rejects.toThrow(/object/);
  });
});
