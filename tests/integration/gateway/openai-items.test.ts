import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { assistantFlow } from '../../../flow/default-flow.js';
import { fault, text } from '../../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { serveGateway, type ServedGateway } from './serve-gateway.js';

let system: TestSystem;
let gateway: ServedGateway;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), { flows: [assistantFlow(SCRIPTED_MODEL)] });
  gateway = await serveGateway(system);
});
afterAll(async () => {
  await gateway?.close();
  await system?.stop();
});

const model = 'assistant';
const clientOf = (user: string): OpenAI =>
  new OpenAI({ apiKey: user, baseURL: `${gateway.url}/v1`, maxRetries: 0 });
const keyed = (key: string) => ({ headers: { 'idempotency-key': key } });

async function listTexts({ conversations }: OpenAI, conversation: string): Promise<unknown[]> {
  const texts = [];
  for await (const item of conversations.items.list(conversation, { order: 'asc' }))
    texts.push(item.type === 'message' ? item.content.map((part) => 'text' in part && part.text) : item);
  return texts.flat();
}

describe('items added before the first response, by openai for Node', () => {
  test('items sent again with their key, before and after the first response -> added once', async () => {
    const client = clientOf(system.newUser());
    const { id: conversation } = await client.conversations.create();
    const add = (content: string) =>
      client.conversations.items.create(
        conversation,
        {
          items: [
            { role: 'user', content },
            { role: 'assistant', content: 'Noted.' },
          ],
        },
        keyed(`${conversation} ${content}`),
      );
    expect(await add('I am Ada.')).toEqual(await add('I am Ada.'));
    system.model.reply(text('Ada.'));
    await client.responses.create({ model, conversation, input: 'Who am I?' });
    expect(await add('I like rain.')).toEqual(await add('I like rain.'));
    const all = ['I am Ada.', 'Noted.', 'Who am I?', 'Ada.', 'I like rain.', 'Noted.'];
    expect(await listTexts(client, conversation)).toEqual(all);
  });

  test('a user message at their end -> a separate message before the question', async () => {
    const client = clientOf(system.newUser());
    const { id: conversation } = await client.conversations.create({
      items: [
        { role: 'user', content: 'I am Ada.' },
        { role: 'assistant', content: 'Hello Ada.' },
        { role: 'user', content: 'I live in Oslo.' },
        { role: 'user', content: 'I like rain.' },
      ],
    });
    system.model.reply(text('In Oslo.'));
    await client.responses.create({ model, conversation, input: 'Where do I live?' });
    expect(await listTexts(client, conversation)).toEqual([
      'I am Ada.',
      'Hello Ada.',
      'I live in Oslo.',
      'I like rain.',
      'Where do I live?',
      'In Oslo.',
    ]);
    expect(JSON.stringify(system.model.requests.at(-1)!.messages)).toMatch(
      /I am Ada\..*Hello Ada\..*in Oslo\..*rain\..*Where do I live\?/,
    );
  });
});

describe('item_reference by openai for Node', () => {
  const sent = (): string => JSON.stringify(system.model.requests.at(-1)!.messages);

  test('to items that were listed, before and after the first response -> their messages', async () => {
    const { conversations, responses } = clientOf(system.newUser());
    const { id: conversation } = await conversations.create({
      items: [{ role: 'user', content: 'I am Ada.' }],
    });
    const refer = async (input: OpenAI.Responses.ResponseInput) => {
      system.model.reply(text('Yes.'));
      await responses.create({ model, input: [...input, { role: 'user', content: 'Right?' }] });
    };
    const reference = ({ id }: { id?: string | null }) => ({ type: 'item_reference' as const, id: id! });
    const [given] = (await conversations.items.list(conversation)).data;
    await refer([reference(given as { id: string })]);
    expect(sent()).toMatch(/I am Ada\..*Right\?/);

    system.model.reply(text('Blue.'));
    await responses.create({ model, conversation, input: 'Which color?' });
    const { data } = await conversations.items.list(conversation, { order: 'asc' });
    await refer(data.map((item) => reference(item as { id: string })));
    expect(sent()).toMatch(/I am Ada\..*Which color\?.*Blue\..*Right\?/);
    const { id: copy } = await conversations.create({
      items: data.map((item) => reference(item as { id: string })),
    });
    expect((await conversations.items.list(copy, { order: 'asc' })).data).toMatchObject([
      { role: 'user', content: [{ text: 'I am Ada.' }] },
      { role: 'user', content: [{ text: 'Which color?' }] },
      { role: 'assistant', content: [{ text: 'Blue.' }] },
    ]);
  });

  test("to another user's item, to none, without an id -> 404 with the item, 400 with the field", async () => {
    const user = system.newUser();
    const { conversations, responses } = clientOf(user);
    system.model.reply(text('Blue.'));
    const { conversation } = await responses.create({ model, input: 'Which color?' });
    const [own] = (await conversations.items.list(conversation!.id)).data;
    const { id } = own as { id: string };
    const refer = (client: OpenAI, reference: object) =>
      client.responses.create({
        model,
        input: [reference as OpenAI.Responses.ResponseInputItem, { role: 'user', content: 'Right?' }],
      });
    const missing = { status: 404, code: 'item_not_found', param: 'input' };
    const other = clientOf(system.newUser());
    await expect(refer(other, { type: 'item_reference', id })).rejects.toMatchObject(missing);
    await expect(refer(clientOf(user), { type: 'item_reference', id: 'msg_9' })).rejects.toMatchObject(
      missing,
    );
    for (const reference of [{ type: 'item_reference' }, { type: 'item_reference', id: null }])
      await expect(refer(clientOf(user), reference)).rejects.toMatchObject({
        status: 400,
        param: 'input.0.id',
        message: expect.stringContaining("'item_reference'"),
      });
  });
});

describe('DELETE of an item by openai for Node', () => {
  test('an unknown item, before and after the first response -> 404', async () => {
    const { conversations, responses } = clientOf(system.newUser());
    const { id } = await conversations.create();
    const missing = { status: 404, code: 'item_not_found' };
    const remove = () => conversations.items.delete('item_none', { conversation_id: id });
    await expect(remove()).rejects.toMatchObject(missing);
    system.model.reply(text('Hello.'));
    await responses.create({ model, conversation: id, input: 'Hi' });
    await expect(remove()).rejects.toMatchObject(missing);
  });
});

describe('a deleted conversation by openai for Node', () => {
  test.each([
    ['no items', []],
    ['items', [{ role: 'user' as const, content: 'I live in Oslo.' }]],
  ])('%s added after a response -> 404 for previous_response_id of it', async (_, items) => {
    const { conversations, responses } = clientOf(system.newUser());
    const { id: conversation } = await conversations.create();
    system.model.reply(text('Hello.'));
    const { id } = await responses.create({ model, conversation, input: 'Hi' });
    if (items.length > 0) await conversations.items.create(conversation, { items });
    await conversations.delete(conversation);
    await expect.poll(async () => (await conversations.items.list(conversation)).data).toEqual([]);
    const next = responses.create({ model, previous_response_id: id, input: 'And?' });
    await expect(next).rejects.toMatchObject({
      status: 404,
      code: 'previous_response_not_found',
      message: expect.stringContaining('The response does not exist'),
    });
  });
});

describe('an idempotency key by openai for Node', () => {
  test('of a request that was rejected -> the corrected request may use it; another one then may not', async () => {
    const { responses, chat } = clientOf(system.newUser());
    const file = { type: 'input_file' as const, file_id: `upload:${'0'.repeat(64)}` };
    const wrong = { model, input: [{ role: 'user' as const, content: [file] }] };
    for (const rejected of [wrong, { model, input: ' ' }])
      await expect(responses.create(rejected, keyed('a'))).rejects.toMatchObject({ status: 400 });
    system.model.reply(text('Hello.'), text('Hi.'));
    const right = await responses.create({ model, input: 'Hi' }, keyed('a'));
    expect(right.output_text).toBe('Hello.');
    const reused = { status: 409, code: 'idempotency_key_reused' };
    await expect(responses.create({ model, input: 'Ho' }, keyed('a'))).rejects.toMatchObject(reused);
    await expect(responses.create(wrong, keyed('a'))).rejects.toMatchObject(reused);
    expect((await responses.create({ model, input: 'Hi' }, keyed('a'))).id).toBe(right.id);

    const said = (content: string) => ({ model, messages: [{ role: 'user' as const, content }] });
    await expect(chat.completions.create(said(' '), keyed('b'))).rejects.toMatchObject({ status: 400 });
    const spoken = await chat.completions.create(said('Hello'), keyed('b'));
    expect(spoken.choices[0]!.message.content).toBe('Hi.');
    await expect(chat.completions.create(said('Ho'), keyed('b'))).rejects.toMatchObject(reused);
  });

  test('used again after its user was forgotten -> a new answer, whether the old turn was answered or failed', async () => {
    const user = system.newUser();
    const admin = { authorization: `Bearer ${system.newUser('admin')}` };
    const { responses } = clientOf(user);
    const forget = () => fetch(`${gateway.url}/api/v1/users/${user}`, { method: 'DELETE', headers: admin });
    for (const said of ['One.', 'Two.']) {
      system.model.reply(text(said));
      const asked = await responses.create({ model, input: said }, keyed('order'));
      expect(asked.output_text).toBe(said);
      expect((await forget()).status).toBe(200);
    }
    system.model.reply(fault.status(400));
    await expect(responses.create({ model, input: 'Three.' }, keyed('order'))).rejects.toThrow();
    expect((await forget()).status).toBe(200);
    system.model.reply(text('Four.'));
    const asked = await responses.create({ model, input: 'Four.' }, keyed('order'));
    expect(asked.output_text).toBe('Four.');
  });
});
