import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { ConversationHandle } from '../../../client/conversation/handle.js';
import { findConversationId } from '../../../store/conversation/find-conversation.js';
import { text } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { agentFlow } from '../context/fixtures/agent-flow.js';
import { requestText } from '../context/fixtures/requests.js';
import { rebuiltRequests } from '../flows/fixtures/rebuilt-requests.js';

const DEEPEST = 4;

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [
      { ...agentFlow({ slug: 'chat' }), history: { summaries: false } },
      { ...agentFlow({ slug: 'told' }), history: { retrieval: false } },
    ],
    model: {
      script: (request) => {
        const asked = /code of level (\d)\?/.exec(request.text)?.[1];
        if (asked === undefined) return text('Noted.');
        const codes = [...requestText(request).matchAll(new RegExp(`code of level ${asked} is (\\w+)`, 'g'))];
        return text(`I was told ${codes.map(([, code]) => code).join(' and ') || 'nothing'}.`);
      },
    },
  });
});
afterAll(() => system?.stop());

function newConversation(flow = 'told'): ConversationHandle {
  return system.client.conversation({ flow, user: system.newUser() });
}

async function sendCode(level: number, conversation: ConversationHandle): Promise<void> {
  await conversation.ask(`The code of level ${level} is K${level}.`);
  await conversation.ask('Something else.');
  await conversation.ask(`No: the code of level ${level} is WRONG${level}.`);
}

async function summarize(
  { workflowId }: ConversationHandle,
  { coversThrough, content }: { coversThrough: number; content: string },
): Promise<void> {
  const id = (await findConversationId(system.db, workflowId))!;
  const { ordinal } = await system.db
    .insertInto('summary')
    .values({
      conversation_id: id,
      ordinal: sql<number>`(select count(*) + 1 from summary where conversation_id = ${id})`,
      position: 1,
      way: 'merge',
      status: 'adopted',
      covers_from: 1,
      covers_through: coversThrough,
      content,
      token_count: 9,
      budget: 800,
      model: 'test:model',
    })
    .returning('ordinal')
    .executeTakeFirstOrThrow();
  await system.db
    .updateTable('conversation')
    .set({ summary_ordinal: ordinal, covers_through: coversThrough })
    .where('id', '=', id)
    .execute();
}

describe('a sub-thread that asks for what is not sent', () => {
  test('an old message in the parent conversation -> found by its words in every step; messages after the anchor are not', async () => {
    const conversation = newConversation('chat');
    await conversation.ask('The code of level 7 is K7.');
    await conversation.ask(`Some page. ${'Nothing of interest is on it. '.repeat(150)}`);
    await conversation.ask('The code of level 7 is WRONG7.');
    const thread = await conversation.openThread({ message: 4 });
    const { executionId, text: answer } = await thread.ask('What is the code of level 7?');
    expect(answer).toBe('I was told K7.');
    const [call] = await system.client.executions.explain(executionId);
    expect(call!.context.messages.map(({ name }) => name)).toContainEqual(
      expect.stringMatching(/^messages? 1\b.* of the conversation above, found$/),
    );
    expect(call!.context.left).toMatchObject([
      { name: 'messages 1-2 of the conversation above', rule: 'budget' },
      { name: 'message 3 of the conversation above', rule: 'cut' },
    ]);
  });
});

describe('a sub-thread', () => {
  test('standing requests above it -> sent up to the anchor, and rebuilt from rows unchanged', async () => {
    const conversation = newConversation();
    await conversation.ask('Never call me before nine.');
    await conversation.ask('Something else.');
    const thread = await conversation.openThread({ message: 3 });
    await conversation.ask('Never use emojis.');
    const { executionId } = await thread.ask('Call me Ada.');
    const [call] = await system.client.executions.explain(executionId);
    const asked = call!.context.messages.filter(({ place }) => place.from === 'standing');
    expect(asked.map(({ name, text: said }) => [name, said])).toEqual([
      ['standing request of message 1 of the conversation above', 'Never call me before nine.'],
      ['standing request of message 1', 'Call me Ada.'],
    ]);
    const [request] = await rebuiltRequests(system, executionId);
    expect(request).toContain('> Never call me before nine.');
  });

  test('facts two messages before each anchor -> known at depth 1 to 4, later facts are not', async () => {
    let parent = newConversation();
    for (let depth = 1; depth <= DEEPEST; depth += 1) {
      await sendCode(depth - 1, parent);
      const asked = await parent.openThread({ message: 3, id: `asked-${depth}` });
      for (let level = 0; level < depth; level += 1) {
        const { text: answer } = await asked.ask(`What is the code of level ${level}?`);
        expect(answer, `level ${level} at depth ${depth}`).toBe(`I was told K${level}.`);
      }
      parent = await parent.openThread({ message: 3, id: `level-${depth}` });
    }
  });

  test('a fact in a summary only, another fact after it -> both are known, and explain lists the rest', async () => {
    const conversation = newConversation();
    for (const said of ['The code of level 1 is LOST.', 'The code of level 2 is K2.', 'And now?'])
      await conversation.ask(said);
    await summarize(conversation, { coversThrough: 2, content: '[Topic: codes] code of level 1 is K1' });
    await summarize(conversation, { coversThrough: 6, content: 'The code of level 1 is LATER' });
    const thread = await conversation.openThread({ message: 5 });
    expect((await thread.ask('What is the code of level 1?')).text).toBe('I was told K1.');
    const { executionId, text: answer } = await thread.ask('What is the code of level 2?');
    expect(answer).toBe('I was told K2.');
    const [call] = await system.client.executions.explain(executionId);
    expect(call!.context.left).toMatchObject([
      { name: 'messages 1-2 of the conversation above', rule: 'covered-by-summary' },
    ]);
    expect(call!.context.messages.map(({ name }) => name).slice(0, 3)).toEqual([
      'summary 1 of messages 1-2 of the conversation above',
      'messages 3-4 of the conversation above',
      'message 5 of the conversation above, anchor',
    ]);
  });
});
