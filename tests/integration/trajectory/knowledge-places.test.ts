import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { ConversationHandle } from '../../../client/conversation/handle.js';
import { fault, gated, text, toolCalls } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { findInPostgres } from '../forget/find-words.js';
import { agentFlow } from '../context/fixtures/agent-flow.js';

const TOLD = 'The code of the barn door is 3149. Always answer in metric units.';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [
      {
        ...agentFlow({ slug: 'doors', tools: ['memory_read', 'memory_write'] }),
        history: { summaries: false },
      },
    ],
  });
});
afterAll(() => system?.stop());

/** By agent: the name and text of each Knowledge node, after the node that it follows from. */
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
  test('of a user who is forgotten -> no row has a text of theirs', async () => {
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
