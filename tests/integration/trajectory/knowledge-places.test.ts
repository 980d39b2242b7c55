import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { ConversationHandle } from '../../../client/conversation/handle.js';
import { defineFlow } from '../../../flow/builder/define-flow.js';
import { agent, chat, code, loop, reply } from '../../../flow/kinds/node-kinds.js';
import { fault, gated, text, toolCalls } from '../../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { findInPostgres } from '../forget/find-words.js';
import { agentFlow } from '../context/fixtures/agent-flow.js';

const TOLD = 'The code of the barn door is 3149. Always answer in metric units.';
const search = (query: string) => toolCalls([{ name: 'search_history', arguments: { query } }]);

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [
      {
        ...agentFlow({ slug: 'doors', tools: ['memory_read', 'memory_write'] }),
        history: { summaries: false },
      },
      defineFlow({
        slug: 'each-door',
        name: 'Each door',
        history: { messages: 2, summaries: false },
        nodes: {
          chat: chat(),
          doors: code({ expression: "['barn', 'gate']" }),
          each: loop({ over: '{{ doors.output }}' }),
          look: agent({
            model: SCRIPTED_MODEL,
            system: 'Answer plainly.',
            tools: ['memory_read'],
            prompt: 'What is the code of the {{ loop.item }} door?',
          }),
          say: reply({ text: 'done' }),
        },
        edges: [
          ['chat', 'doors'],
          ['doors', 'each'],
          ['each', 'look', { on: 'item' }],
          ['look', 'each', { on: 'next' }],
          ['each', 'say'],
        ],
      }),
    ],
  });
});
afterAll(() => system?.stop());

async function knownIn(conversation: ConversationHandle): Promise<Record<string, string[]>> {
  const { agents, warnings } = await conversation.trajectory({ last: 1 });
  expect(warnings).toEqual([]);
  return Object.fromEntries(
    agents.map(({ subAgent, view: { nodes, edges } }) => [
      subAgent,
      edges.flatMap(({ from, to }) => {
        const node = nodes.find(({ id }) => id === to);
        if (node?.type !== 'Knowledge') return [];
        const { name, content } = node.attributes;
        return [`${from.split('(')[0]} | ${String(name)} | ${String(content)}`];
      }),
    ]),
  );
}

describe('what was sent and found', () => {
  test('in a thread two levels down -> requests, passages and hits of the threads above, with their texts', async () => {
    const conversation = system.client.conversation({ flow: 'doors', user: system.newUser() });
    system.model.reply(text('Noted.'), text('A long page.'));
    await conversation.ask(TOLD);
    const page = `🐧🐧 ${'Nothing of interest is on it. '.repeat(150)}The bucket is blue.`;
    await conversation.ask(page);
    const one = await conversation.openThread({ message: 4 });
    system.model.reply(text('As you wish.'));
    await one.ask('Never use emojis.');
    const two = await one.openThread({ message: 2 });
    system.model.reply(text('Hello Ada.'), search('barn door code'), search('bucket'), text('3149'));
    await two.ask('Call me Ada.');
    await two.ask('What is the code of the barn door?');
    const above = 'the conversation above';
    const between = 'the thread above, 1 below the conversation';
    const known = await knownIn(two);
    expect(known).toEqual({
      agent: [
        `Query | standing requests of message 1 and message 1 of ${above} and message 1 of ${between} | ` +
          `[1 of ${above}] Always answer in metric units.\n[1 of ${between}] Never use emojis.\n[1] Call me Ada.`,
        expect.stringMatching(/^Query \| passages? of messages? 1\b.* of the conversation above \| [^]*3149/),
        `Action | message 1 of ${above} | ${TOLD}`,
        expect.stringMatching(/^Action \| message 3 of the conversation above, characters \d+-4524 \| /),
      ],
    });
    const [, start, end, found] = /characters (\d+)-(\d+) \| (.*)$/.exec(known['agent']!.at(-1)!)!;
    expect(found).toBe(page.slice(Number(start), Number(end)));
  });

  test('in the items of a loop -> a graph for each item, with its own search', async () => {
    const conversation = system.client.conversation({ flow: 'each-door', user: system.newUser() });
    system.model.reply(text('Noted.'), text('Noted.'), text('Fine.'), text('Fine.'));
    await conversation.ask(TOLD);
    await conversation.ask('Is it cold?');
    system.model.reply(search('barn door code'), text('3149'), search('cold'), text('Unknown.'));
    await conversation.ask('What are the codes?');
    const standing = 'Query | standing request of message 1 | Always answer in metric units.';
    const known = await knownIn(conversation);
    expect(known['look/0']).toEqual(expect.arrayContaining([standing, `Action | message 1 | ${TOLD}`]));
    expect(known['look/1']).toEqual(expect.arrayContaining([standing, 'Action | message 3 | Is it cold?']));
  });

  test('of a forgotten user -> no row contains their texts', async () => {
    const user = system.newUser();
    const conversation = system.client.conversation({ flow: 'doors', user });
    const memory = { kind: 'fact', key: 'door', value: 'the numbat door is green' };
    system.model.reply(
      toolCalls([{ name: 'memory_write', arguments: memory }]),
      toolCalls([{ name: 'memory_read', arguments: {} }]),
      text('Noted.'),
    );
    await conversation.ask('Always say numbat.');
    expect(await knownIn(conversation)).toEqual({
      agent: [
        'Query | standing request of message 1 | Always say numbat.',
        'Action | fact door | the numbat door is green',
      ],
    });
    expect(await findInPostgres(system, ['numbat'])).toContain('trajectory_knowledge: numbat');
    await system.client.forget(user);
    expect(await findInPostgres(system, ['numbat'])).toEqual([]);
    await expect(conversation.trajectory({ last: 1 })).rejects.toMatchObject({ type: 'Client.NotFound' });
  });

  test.each(['failed', 'cancelled'] as const)(
    'with the only call of a run, which is %s -> data of the question',
    async (outcome) => {
      const conversation = system.client.conversation({ flow: 'doors', user: system.newUser() });
      system.model.reply(text('Noted.'));
      await conversation.ask(TOLD);
      const running = gated('the code is', 'never');
      system.model.reply(outcome === 'failed' ? fault.status(401) : running);
      const asked = expect(conversation.ask('What is the code of the barn door?')).rejects.toThrow();
      if (outcome === 'cancelled') {
        await running.started;
        await conversation.cancel();
      }
      await asked;
      const expected = { agent: ['Query | standing request of message 1 | Always answer in metric units.'] };
      expect(await knownIn(conversation)).toEqual(expected);
      expect(await knownIn(conversation)).toEqual(expected);
    },
  );
});
