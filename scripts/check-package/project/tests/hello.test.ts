import { agent, chat, defineFlow } from 'threadline';
import { SCRIPTED_MODEL, startTestSystem, text, type TestSystem } from 'threadline/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

const hello = defineFlow({
  slug: 'hello',
  name: 'Hello',
  nodes: { chat: chat(), talk: agent({ model: SCRIPTED_MODEL, system: 'Be kind.' }) },
  edges: [['chat', 'talk']],
});
let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), { flows: [hello] });
});
afterAll(() => system.stop());

test('a message -> is sent with the system prompt, and answered', async () => {
  system.model.reply(text('Hello, Ada.'));
  const conversation = system.client.conversation({ flow: 'hello', user: system.newUser() });
  expect((await conversation.ask('Hi')).text).toBe('Hello, Ada.');
  expect(system.model.requests.at(-1)?.messages).toMatchObject([
    { role: 'system', content: 'Be kind.' },
    { role: 'user', content: 'Hi' },
  ]);
});
