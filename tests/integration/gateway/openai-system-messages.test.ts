import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { defineFlow } from '../../../flow/builder/define-flow.js';
import { approval, chat, reply } from '../../../flow/kinds/node-kinds.js';
import { assistantFlow } from '../../../flow/default-flow.js';
import { text } from '../../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { serveGateway, type ServedGateway } from './serve-gateway.js';

let system: TestSystem;
let gateway: ServedGateway;
beforeAll(async () => {
  const shop = defineFlow({
    slug: 'shop',
    name: 'Shop',
    nodes: {
      chat: chat(),
      ask: approval({ prompt: 'Buy {{ trigger.text }}?' }),
      say: reply({ text: '{{ ask.outcome }}' }),
    },
    edges: [
      ['chat', 'ask'],
      ['ask', 'say'],
    ],
  });
  system = await startTestSystem(inject('environment'), { flows: [assistantFlow(SCRIPTED_MODEL), shop] });
  gateway = await serveGateway(system);
});
afterAll(async () => {
  await gateway?.close();
  await system?.stop();
});

const completionsOf = (user: string) =>
  new OpenAI({ apiKey: user, baseURL: `${gateway.url}/v1`, maxRetries: 0 }).chat.completions;
const model = 'assistant';
const said = (role: 'user' | 'system' | 'developer', content: string) => ({ role, content });

function sentMessages() {
  return system.model.requests.at(-1)!.messages.map(({ role, content }) => [role, JSON.stringify(content)]);
}

describe('system messages by openai for Node', () => {
  test.each(['system', 'developer'] as const)(
    'a %s message behind the newest user message, with and without a conversation -> for this answer',
    async (role) => {
      const user = system.newUser();
      for (const headers of [{}, { 'x-threadline-conversation': role }]) {
        system.model.reply(text('Oui.'), text('Yes.'));
        const messages = [said('user', 'Is it late?'), said(role, 'Answer in French.')];
        const { choices } = await completionsOf(user).create({ model, messages }, { headers });
        expect(choices[0]?.message.content).toBe('Oui.');
        expect(sentMessages()).toEqual([
          ['system', expect.stringContaining('Answer in French.')],
          ['user', expect.stringContaining('Is it late?')],
        ]);
        await completionsOf(user).create({ model, messages: [said('user', 'And now?')] }, { headers });
        expect(JSON.stringify(sentMessages())).not.toContain('French');
      }
    },
  );

  test('system messages before and between the newest user messages of a conversation -> all are sent', async () => {
    system.model.reply(text('Oui.'));
    const messages = [
      said('system', 'Be brief.'),
      said('user', 'Is it late?'),
      said('system', 'Answer in French.'),
      said('user', 'Quickly.'),
    ];
    const headers = { 'x-threadline-conversation': 'between' };
    await completionsOf(system.newUser()).create({ model, messages }, { headers });
    const [instructions] = sentMessages();
    expect(instructions).toEqual(['system', expect.stringMatching(/Be brief\..*Answer in French\./)]);
    expect(JSON.stringify(sentMessages().slice(1))).toMatch(/Quickly\./);
  });

  test('a system message beside the answer to a question -> the question is answered', async () => {
    const completions = completionsOf(system.newUser());
    const headers = { 'x-threadline-conversation': 'shop' };
    const say = async (content: string) => {
      const messages = [said('system', 'Be brief.'), said('user', content)];
      const { choices } = await completions.create({ model: 'shop', messages }, { headers });
      return choices[0]?.message.content;
    };
    expect(await say('a bicycle')).toContain('Buy a bicycle?');
    expect(await say('yes')).toBe('confirmed');
  });

  test('an assistant message last -> 400, with a system message behind it or not', async () => {
    const asked = { role: 'assistant' as const, content: 'Well,' };
    for (const messages of [
      [said('user', 'Go on'), asked],
      [said('user', 'Go on'), asked, said('system', 'Be brief.')],
    ])
      await expect(completionsOf(system.newUser()).create({ model, messages })).rejects.toMatchObject({
        status: 400,
        param: 'messages',
      });
  });
});
