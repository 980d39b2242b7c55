import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import type { ConversationHandle } from '../../../client/conversation/handle.js';
import { defineFlow } from '../../../flow/builder/define-flow.js';
import { agent, approval, chat, manual, reply } from '../../../flow/kinds/node-kinds.js';
import { findDueSummary } from '../../../store/summaries/summary-due.js';
import { forgetUser } from '../../../store/users/forget-user.js';
import { lastToolResults, text, toolCalls } from '../../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { defineTool } from '../../../extend/tools/define-tool.js';
import { png } from '../fixtures/pictures.js';
import { spokenIn } from './fixtures/spoken-in.js';

const PAY = defineTool({
  name: 'pay',
  description: 'Pays.',
  input: z.object({ amount: z.number() }),
  approve: true,
  execute: ({ amount }) => ({ paid: amount }),
});
const model = SCRIPTED_MODEL;
const ask = { prompt: 'Buy {{ trigger.text }}?' };
const flows = [
  defineFlow({
    slug: 'buyer',
    name: 'Buyer',
    nodes: { chat: chat(), buy: agent({ model, tools: ['pay', 'spawn'], spawns: ['hand'] }) },
    edges: [['chat', 'buy']],
  }),
  defineFlow({
    slug: 'hand',
    name: 'Hand',
    nodes: { start: manual(), buy: agent({ model, tools: ['pay'] }) },
    edges: [['start', 'buy']],
  }),
  ...[{ slug: 'shop' }, { slug: 'soft', onRefusal: 'continue' as const }].map(({ slug, ...config }) =>
    defineFlow({
      slug,
      name: slug,
      nodes: {
        chat: chat(),
        ask: approval({ ...ask, ...config }),
        say: reply({ text: '{{ ask.outcome }}: {{ ask.answer }}' }),
      },
      edges: [
        ['chat', 'ask'],
        ['ask', 'say'],
      ],
    }),
  ),
];

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), { flows, tools: [PAY] });
});
afterAll(() => system?.stop());

const DENIED = 'The user did not permit this call but sent a message instead, so it was not run';
const NO_MARK = [null, null];

describe('a message while a tool call waits for approval', () => {
  test('a no with a reason and a picture -> the denial, and a message of the thread for later turns and searches', async () => {
    const { conversation, turnId, executionId, user } = await buy([20]);
    system.model.reply(text('Not paid.'), text('Blue.'));
    const data = png(64, 48, 'blue');
    const parts = [
      { type: 'text', text: 'no, the zeppelin is too expensive' },
      { type: 'file', data, filename: 'offer.png' },
    ] as const;
    const said = { turnId: 'the-no', parts };
    expect(await conversation.submit(said)).toEqual({ turnId, executionId, position: 0 });
    expect(await conversation.submit(said)).toMatchObject({ turnId });
    expect((await conversation.ask(said)).text).toBe('Not paid.');
    await expect(conversation.submit({ text: 'no', turnId: 'the-no' })).rejects.toMatchObject({
      type: 'Turn.Conflict',
    });
    expect(lastToolResults(system.model.requests.at(-1)!).map(({ text: shown }) => shown)).toEqual([
      'The user refused this call, so it was not run: no, the zeppelin is too expensive',
    ]);
    expect(await history(conversation)).toEqual([
      ['buy', turnId, ...NO_MARK],
      ['no, the zeppelin is too expensive', turnId, 'the-no', 'answer'],
      ['Not paid.', turnId, ...NO_MARK],
    ]);
    const [, answer] = (await conversation.history()).messages;
    expect(answer).toMatchObject({ role: 'user', attachments: [{ name: 'offer.png' }], executionId });
    await conversation.ask('What color was it?');
    const [last] = system.model.requests.slice(-1);
    expect(spokenIn(last!).join('\n')).toMatch(
      /^user: buy\nuser: no, the zeppelin is too expensive\n.*\nassistant: Not paid.\nuser: What color was it\?$/s,
    );
    expect(JSON.stringify(last!.messages)).toContain(Buffer.from(data).toString('base64'));
    expect(await system.client.forUser(user).search('zeppelin')).toMatchObject([{ seq: 2, role: 'user' }]);
    expect(await rowsAbout('zeppelin')).toEqual({ message: 1, passage: 1, question: 1 });
    await forgetUser(system.db, user, { actor: 'test', via: 'client' });
    expect(await rowsAbout('zeppelin')).toEqual({ message: 0, passage: 0, question: 0 });
  });

  test('a yes, or another text, that asks for an object -> answers the question, too', async () => {
    const output = { type: 'object', properties: { paid: { type: 'number' } } };
    const { conversation, turnId } = await buy([20]);
    system.model.reply(text('{"paid":20}'));
    expect(await conversation.submit({ text: 'yes', output, turnId: 'yes' })).toMatchObject({ turnId });
    expect(await conversation.ask({ text: 'yes', output, turnId: 'yes' })).toMatchObject({
      text: '{"paid":20}',
    });
    const other = await buy([30]);
    system.model.reply(text('Not paid.'), text('{"paid":0}'));
    const answered = other.conversation.ask({ text: 'What is paid?', output, turnId: 'other' });
    expect(await answered).toMatchObject({ turnId: 'other', text: '{"paid":0}' });
  });

  test('another text -> refuses all open calls, and is answered as a message of the turn', async () => {
    const { conversation, turnId } = await buy([20, 30]);
    system.model.reply(text('It rains. I paid nothing.'));
    const asked = conversation.ask({ text: 'Does it rain in Rome?', turnId: 'aside' });
    expect(await asked).toMatchObject({ turnId, text: 'It rains. I paid nothing.' });
    const request = system.model.requests.at(-1)!;
    expect(spokenIn(request).slice(-3)).toEqual([
      `tool: ${DENIED}`,
      `tool: ${DENIED}`,
      'user: Does it rain in Rome?',
    ]);
    expect(await history(conversation)).toEqual([
      ['buy', turnId, ...NO_MARK],
      ['Does it rain in Rome?', turnId, 'aside', null],
      ['It rains. I paid nothing.', turnId, ...NO_MARK],
    ]);
  });

  test('yes while several calls wait -> refused with their names, and all stay open; by a name -> answers that call', async () => {
    const { conversation, turnId, executionId } = await buy([20, 30]);
    await expect(conversation.submit({ text: 'yes', turnId: 'bare' })).rejects.toMatchObject({
      type: 'Approval.NotWaiting',
      message: expect.stringMatching(/^2 .*'buy 1.2' .*30.*Answer one by its name/) as string,
    });
    const handle = system.temporal.workflow.getHandle(conversation.workflowId);
    await handle.signal('postTurn', { text: 'no', turnId: 'signalled' });
    await expect
      .poll(() => handle.query<{ refused: object }>('status'))
      .toMatchObject({ refused: { count: 2, last: expect.stringContaining("'buy 1.2'") as string } });
    await conversation.submit({ text: 'buy 1.2: yes', turnId: 'second' });
    await waiting(executionId, 1);
    system.model.reply(text('Paid 30.'));
    await conversation.ask({ text: 'no, too little', turnId: 'first' });
    expect(lastToolResults(system.model.requests.at(-1)!).map(({ text: said }) => said)).toEqual([
      expect.stringContaining('too little'),
      '{"paid":30}',
    ]);
    expect(await history(conversation)).toEqual([
      ['buy', turnId, ...NO_MARK],
      ['buy 1.2: yes', turnId, 'second', 'answer'],
      ['no, too little', turnId, 'first', 'answer'],
      ['Paid 30.', turnId, ...NO_MARK],
    ]);
  });

  test('a file without text -> refuses the call, and is answered by a separate turn', async () => {
    const { conversation, turnId } = await buy([20]);
    system.model.reply(text('Not paid.'), text('A picture.'));
    const parts = [{ type: 'file', data: png(64, 48, 'red'), filename: 'red.png' }] as const;
    const own = await conversation.ask({ parts, turnId: 'picture' });
    expect(own).toMatchObject({ turnId: 'picture', text: 'A picture.' });
    expect((await history(conversation)).map(([words, of]) => [words, of])).toEqual([
      ['buy', turnId],
      ['Not paid.', turnId],
      ['', 'picture'],
      ['A picture.', 'picture'],
    ]);
  });

  test('a question in an execution below the conversation -> a yes is a message of the conversation', async () => {
    const tasks = [{ flow: 'hand', text: 'pay' }];
    system.model.reply(
      toolCalls([{ name: 'spawn', arguments: { tasks } }]),
      toolCalls([{ name: 'pay', arguments: { amount: 50 } }]),
      text('paid'),
      text('done'),
    );
    const conversation = system.client.conversation({ flow: 'buyer', user: system.newUser() });
    const { turnId, executionId } = await conversation.submit('go');
    await waiting(`${executionId}/buy/1`, 1);
    await conversation.ask({ text: 'yes', turnId: 'the-yes' });
    expect(await history(conversation)).toEqual([
      ['go', turnId, ...NO_MARK],
      ['yes', turnId, 'the-yes', 'answer'],
      ['done', turnId, ...NO_MARK],
    ]);
  });

  test('an answer by Update -> its reason is a message of the thread, a bare no is not', async () => {
    const { conversation, turnId, executionId } = await buy([20, 30]);
    system.model.reply(text('done'));
    await system.client.executions.answer(executionId, { call: '1.1', answer: 'no' });
    await system.client.executions.answer(executionId, { call: '1.2', answer: 'only on Fridays' });
    await conversation.ask({ text: 'buy', turnId });
    expect(await history(conversation)).toEqual([
      ['buy', turnId, ...NO_MARK],
      ['only on Fridays', turnId, null, 'answer'],
      ['done', turnId, ...NO_MARK],
    ]);
  });
});

describe('a message while an approval node waits', () => {
  test('yes -> question and answer are messages of the thread', async () => {
    const { conversation, turnId } = await shop('shop');
    const question = ['Buy a bicycle?', turnId, null, 'question'];
    expect((await history(conversation)).at(-1)).toEqual(question);
    await conversation.ask({ text: 'yes', turnId: 'the-yes' });
    const { messages } = await conversation.history();
    expect(messages.map(({ role }) => role)).toEqual(['assistant', 'user', 'assistant', 'user']);
    expect(await history(conversation)).toEqual([
      ['a bicycle', turnId, ...NO_MARK],
      question,
      ['yes', turnId, 'the-yes', 'answer'],
      ['confirmed: yes', turnId, ...NO_MARK],
    ]);
  });

  test('yes by Update -> the same messages', async () => {
    const { conversation, turnId, executionId } = await shop('shop');
    await system.client.executions.answer(executionId, { nodeId: 'ask', answer: 'yes' });
    await conversation.ask({ text: 'a bicycle', turnId });
    expect((await history(conversation)).slice(1, 3)).toEqual([
      ['Buy a bicycle?', turnId, null, 'question'],
      ['yes', turnId, null, 'answer'],
    ]);
  });

  test('the question of a turn that runs -> is not an answer, so no summary covers the turn', async () => {
    const { conversation, turnId } = await shop('shop');
    await conversation.ask({ text: 'yes', turnId: 'the-yes' });
    const next = await conversation.submit('a car');
    await waiting(next.executionId, 1);
    const rule = { messages: 10, every: 'turn', tokens: [100], room: { tokens: 100, answer: 10 } } as const;
    const due = await findDueSummary(system.db, { workflowId: conversation.workflowId, rule: rule as never });
    const answer = (await conversation.history()).messages.find(
      ({ joined, role }) => !joined && role === 'assistant',
    );
    expect(answer).toMatchObject({ turnId, seq: 4 });
    expect(due).toMatchObject({ kind: 'due', work: { through: 4 } });
    await conversation.cancel();
  });

  test('another text -> ends the turn, and is a separate turn', async () => {
    const { conversation, turnId, executionId } = await shop('shop');
    const { executionId: next } = await conversation.submit({ text: 'a car', turnId: 'car' });
    expect(next).not.toBe(executionId);
    await waiting(next, 1);
    expect(await system.client.executions.get(executionId)).toMatchObject({ errorType: 'Approval.Refused' });
    expect(await history(conversation)).toEqual([
      ['a bicycle', turnId, ...NO_MARK],
      ['Buy a bicycle?', turnId, null, 'question'],
      ['a car', 'car', ...NO_MARK],
      ['Buy a car?', 'car', null, 'question'],
    ]);
    await conversation.cancel();
  });

  test('another text where the flow continues with any answer -> the answer', async () => {
    const { conversation, turnId } = await shop('soft');
    expect(await conversation.ask('a red one')).toMatchObject({ turnId, text: 'cancelled: a red one' });
    expect((await history(conversation))[2]?.slice(0, 2)).toEqual(['a red one', turnId]);
  });
});

async function buy(amounts: readonly number[]) {
  system.model.reply(toolCalls(amounts.map((amount) => ({ name: 'pay', arguments: { amount } }))));
  const user = system.newUser();
  const conversation = system.client.conversation({ flow: 'buyer', user });
  const turn = await conversation.submit('buy');
  await waiting(turn.executionId, amounts.length);
  return { conversation, user, ...turn };
}

async function shop(flow: string) {
  const conversation = system.client.conversation({ flow, user: system.newUser() });
  const turn = await conversation.submit('a bicycle');
  await waiting(turn.executionId, 1);
  return { conversation, ...turn };
}

async function waiting(executionId: string, count: number): Promise<void> {
  const handle = system.temporal.workflow.getHandle(executionId);
  await expect
    .poll(() =>
      handle.query<{ waiting: unknown[] }>('status').then(
        (status) => status.waiting.length,
        () => 0,
      ),
    )
    .toBe(count);
}

async function history(conversation: ConversationHandle) {
  const { messages } = await conversation.history();
  return messages
    .toReversed()
    .map(({ text: words, turnId, joined }) => [
      words,
      turnId,
      joined?.turnId ?? null,
      joined?.approval ?? null,
    ]);
}

async function rowsAbout(word: string): Promise<object | undefined> {
  const { rows } = await sql<object>`
    select (select count(*)::integer from conversation_message where content like ${`%${word}%`}) as message,
      (select count(*)::integer from passage join conversation_message using (conversation_id, position, role)
        where conversation_message.content like ${`%${word}%`}) as passage,
      (select count(*)::integer from approval where answer like ${`%${word}%`}) as question`.execute(
    system.db,
  );
  return rows[0];
}
