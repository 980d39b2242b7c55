import { createOpenAI } from '@ai-sdk/openai';
import * as ai6 from 'ai';
import * as ai7 from 'ai-7';
import OpenAI, { type ConflictError } from 'openai';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { defineFlow } from '../../../flow/builder/define-flow.js';
import { manual, template } from '../../../flow/kinds/node-kinds.js';
import { assistantFlow } from '../../../flow/default-flow.js';
import { gated, text } from '../../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { serveGateway, type ServedGateway } from './serve-gateway.js';

let system: TestSystem;
let gateway: ServedGateway;
beforeAll(async () => {
  const note = defineFlow({
    slug: 'note',
    name: 'Note',
    nodes: { start: manual(), keep: template({ template: '{{ trigger.text }}' }) },
    edges: [['start', 'keep']],
  });
  system = await startTestSystem(inject('environment'), {
    flows: [assistantFlow(SCRIPTED_MODEL), { ...assistantFlow(SCRIPTED_MODEL), slug: 'other' }, note],
  });
  gateway = await serveGateway(system);
});
afterAll(async () => {
  await gateway?.close();
  await system?.stop();
});

const BOB = 'transfer 5 to Bob';
const EVE = 'transfer 900 to Eve';
const DONE = 'Sent 5 to Bob.';
const REUSED: Partial<ConflictError> = { status: 409, code: 'idempotency_key_reused' };
const FORMAT = {
  type: 'json_schema' as const,
  json_schema: { name: 'sum', schema: { type: 'object', properties: {} } },
};

const clientOf = (user: string): OpenAI =>
  new OpenAI({ apiKey: user, baseURL: `${gateway.url}/v1`, maxRetries: 0 });
const keyed = (key: string, headers: Record<string, string> = {}) => ({
  headers: { 'idempotency-key': key, ...headers },
});
const chatOf = (content: string) => ({
  model: 'assistant',
  messages: [{ role: 'user' as const, content }],
});

async function race<Result>(both: readonly Promise<Result>[]): Promise<{ lost: unknown; won: Result }> {
  const ended = await Promise.allSettled(both);
  const won = ended.find((one) => one.status === 'fulfilled');
  const lost = ended.find((one) => one.status === 'rejected');
  expect([won, lost]).not.toContain(undefined);
  return { won: won!.value, lost: lost!.reason as unknown };
}

describe('an idempotency key reused with the openai client', () => {
  test('chat completions with the same request, whole and streamed -> the same answer; with anything else -> 409', async () => {
    const { completions } = clientOf(system.newUser()).chat;
    system.model.reply(text(DONE));
    const first = await completions.create(chatOf(BOB), keyed('k'));
    const again = await completions.create(chatOf(BOB), keyed('k'));
    expect(again.choices).toEqual(first.choices);
    expect(first.choices[0]!.message.content).toBe(DONE);
    let streamed = '';
    for await (const { choices } of await completions.create({ ...chatOf(BOB), stream: true }, keyed('k')))
      streamed += choices[0]?.delta.content ?? '';
    expect(streamed).toBe(DONE);
    const others = [
      chatOf(EVE),
      { ...chatOf(BOB), model: 'other' },
      { ...chatOf(BOB), response_format: FORMAT },
      { ...chatOf(BOB), temperature: 0 },
      { ...chatOf(BOB), messages: [{ role: 'system' as const, content: 'No.' }, ...chatOf(BOB).messages] },
    ];
    for (const other of others)
      await expect(completions.create(other, keyed('k'))).rejects.toMatchObject(REUSED);
    const named = keyed('k', { 'x-threadline-conversation': 'a' });
    await expect(completions.create(chatOf(BOB), named)).rejects.toMatchObject(REUSED);
  });

  test.each([
    ['texts', chatOf(EVE)],
    ['models', { ...chatOf(BOB), model: 'other' }],
  ])(
    'two concurrent chat completions with different %s -> one is answered, the other is 409',
    async (_, other) => {
      const { completions } = clientOf(system.newUser()).chat;
      system.model.reply(text(DONE));
      const { lost, won } = await race(
        [chatOf(BOB), other].map((one) => completions.create(one, keyed('k'))),
      );
      expect(lost).toMatchObject(REUSED);
      expect(won.choices[0]!.message.content).toBe(DONE);
    },
  );

  test('responses with the same request -> the same answer, also after a previous one; with anything else -> 409', async () => {
    const client = clientOf(system.newUser());
    const { responses } = client;
    const body = { model: 'assistant', input: BOB };
    system.model.reply(text(DONE), text('Yes.'), text('No.'));
    const first = await responses.create(body, keyed('k'));
    expect((await responses.create(body, keyed('k'))).id).toBe(first.id);
    await expect(responses.create({ ...body, input: EVE }, keyed('k'))).rejects.toMatchObject(REUSED);
    await expect(responses.create({ ...body, instructions: 'Be rude.' }, keyed('k'))).rejects.toMatchObject(
      REUSED,
    );
    await expect(client.chat.completions.create(chatOf(BOB), keyed('k'))).rejects.toMatchObject(REUSED);

    const after = { model: 'assistant', previous_response_id: first.id };
    const next = { ...after, input: 'Really?' };
    const answered = await responses.create(next, keyed('next'));
    const branch = { ...after, input: 'Is that so?' };
    const edited = await responses.create(branch, keyed('branch'));
    expect([answered.output_text, edited.output_text]).toEqual(['Yes.', 'No.']);
    expect((await responses.create(branch, keyed('branch'))).id).toBe(edited.id);
  });

  test('two concurrent responses with different texts -> one is answered, the other is 409', async () => {
    const { responses } = clientOf(system.newUser());
    system.model.reply(text(DONE));
    const both = [BOB, EVE].map((input) => responses.create({ model: 'assistant', input }, keyed('k')));
    const { lost, won } = await race(both);
    expect(lost).toMatchObject(REUSED);
    expect(won.output_text).toBe(DONE);
  });
});

describe('a key of conversations by openai for Node', () => {
  const items = [{ role: 'user' as const, content: 'I am Ada' }];

  test('a conversation created again -> idempotent, with its items once; another one -> 409', async () => {
    const { conversations } = clientOf(system.newUser());
    const asked = { items, metadata: { topic: 'a' } };
    const both = await Promise.all([1, 2].map(() => conversations.create(asked, keyed('k'))));
    const again = await conversations.create(asked, keyed('k'));
    expect(both).toEqual([again, again]);
    expect(again.metadata).toEqual({ topic: 'a' });
    expect((await conversations.items.list(again.id)).data).toHaveLength(1);
    await expect(conversations.create({ items }, keyed('k'))).rejects.toMatchObject(REUSED);
    const others = await Promise.all([1, 2].map(() => conversations.create(asked)));
    expect(new Set([again, ...others].map(({ id }) => id)).size).toBe(3);
  });

  test('items rejected while a response is in progress -> the key may be used for other items', async () => {
    const { conversations, responses } = clientOf(system.newUser());
    const { id: conversation } = await conversations.create();
    const gate = gated('Hel', 'lo.');
    system.model.reply(gate);
    await responses.create({ model: 'assistant', conversation, input: 'Hi', background: true });
    const add = (content: string) =>
      conversations.items.create(conversation, { items: [{ role: 'user', content }] }, keyed('k'));
    await expect(add('Late')).rejects.toMatchObject({ status: 409, code: 'conversation_locked' });
    gate.release();
    await expect.poll(() => add('Later').then(({ data }) => data.length, String)).toBe(1);
    await expect(add('Late')).rejects.toMatchObject(REUSED);
  });
});

test.each([
  ['6', ai6],
  ['7', ai7 as unknown as typeof ai6],
] as const)('a reused key by ai %s with @ai-sdk/openai and another text -> 409', async (_version, ai) => {
  const apiKey = system.newUser();
  const model = createOpenAI({ apiKey, baseURL: `${gateway.url}/v1` })('assistant');
  const ask = (prompt: string) => ai.generateText({ model, prompt, maxRetries: 0, ...keyed('k') });
  system.model.reply(text(DONE));
  expect((await ask(BOB)).text).toBe(DONE);
  expect((await ask(BOB)).text).toBe(DONE);
  await expect(ask(EVE)).rejects.toMatchObject({ statusCode: 409 });
});

describe('a reused id by fetch', () => {
  async function post(path: string, body: unknown, user: string) {
    const response = await fetch(`${gateway.url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${user}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: await response.text() };
  }

  test('a turn id of the REST interface with another text, at once and later -> 409 Turn.Conflict', async () => {
    const user = system.newUser();
    const send = (content: string) =>
      post('/api/v1/conversations/assistant/turns', { text: content, turnId: 'pay' }, user);
    system.model.reply(text(DONE));
    const both = await Promise.all([BOB, EVE].map(send));
    expect(both.map(({ status }) => status).toSorted()).toEqual([202, 409]);
    const winner = both[0]!.status === 202 ? BOB : EVE;
    expect(await send(winner)).toMatchObject({ status: 202 });
    const lost = await send(winner === BOB ? EVE : BOB);
    expect(lost).toEqual({ status: 409, body: expect.stringContaining('Turn.Conflict') });
    await system.client.conversation({ flow: 'assistant', user }).ask({ text: winner, turnId: 'pay' });
  });

  test('the id of a message of useChat with another text -> 409; the same message -> the same answer', async () => {
    const user = system.newUser();
    const send = (content: string) => {
      const message = { id: 'm1', role: 'user', parts: [{ type: 'text', text: content }] };
      return post('/api/chat', { id: 'page', messages: [message], trigger: 'submit-message' }, user);
    };
    system.model.reply(text(DONE));
    const first = await send(BOB);
    expect(first).toEqual({ status: 200, body: expect.stringContaining('Bob') });
    expect((await send(BOB)).body).toContain('Bob');
    expect((await send(EVE)).status).toBe(409);
  });

  test('the id of an execution with another text, at once and later -> 409 Turn.Conflict', async () => {
    const start = (content: string) =>
      post('/api/v1/executions', { flow: 'note', text: content, id: 'pay' }, user);
    const user = system.newUser();
    const both = await Promise.all([BOB, EVE].map(start));
    expect(both.map(({ status }) => status).toSorted()).toEqual([202, 409]);
    const winner = both[0]!.status === 202 ? BOB : EVE;
    expect(await start(winner)).toMatchObject({ status: 202 });
    const lost = await start(winner === BOB ? EVE : BOB);
    expect([...both, lost].filter(({ status }) => status === 409)).toEqual(
      Array(2).fill({ status: 409, body: expect.stringContaining('Turn.Conflict') }),
    );
  });
});
