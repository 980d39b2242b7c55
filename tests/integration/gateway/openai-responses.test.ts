import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { defineFlow } from '../../../flow/builder/define-flow.js';
import { assistantFlow } from '../../../flow/default-flow.js';
import { fault, gated, text } from '../../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { png } from '../fixtures/pictures.js';
import { serveGateway, type ServedGateway } from './serve-gateway.js';

const CLERK = defineFlow({
  slug: 'clerk',
  name: 'Clerk',
  nodes: {
    chat: { kind: 'chat' },
    agent: { kind: 'agent', config: { model: SCRIPTED_MODEL } },
    answer: { kind: 'reply', config: { text: 'Filed: {{ agent.output }}' } },
  },
  edges: [
    ['chat', 'agent'],
    ['agent', 'answer'],
  ],
});

let system: TestSystem;
let gateway: ServedGateway;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [assistantFlow(SCRIPTED_MODEL), { ...assistantFlow(SCRIPTED_MODEL), slug: 'other' }, CLERK],
  });
  gateway = await serveGateway(system);
});
afterAll(async () => {
  await gateway?.close();
  await system?.stop();
});

const clientOf = (user: string): OpenAI =>
  new OpenAI({ apiKey: user, baseURL: `${gateway.url}/v1`, maxRetries: 0 });
const model = 'assistant';

describe('responses', () => {
  test('whole, with a picture and instructions, then after it, then after it again -> one conversation, a branch', async () => {
    const { conversations, responses } = clientOf(system.newUser());
    system.model.reply(text('A cat.'), text('Tom.'), text('Kit.'));
    const picture = `data:image/png;base64,${Buffer.from(png(64, 48, 'cat')).toString('base64')}`;
    const first = await responses.create({
      model,
      instructions: 'In two words.',
      input: [
        {
          role: 'user',
          content: [
            { type: 'input_text', text: 'Who is it?' },
            { type: 'input_image', image_url: picture, detail: 'auto' },
          ],
        },
      ],
    });
    expect(first).toMatchObject({
      status: 'completed',
      output_text: 'A cat.',
      instructions: 'In two words.',
    });
    expect(first.usage?.total_tokens).toBeGreaterThan(0);
    const sent = JSON.stringify(system.model.requests.at(-1)!.messages);
    expect(sent).toMatch(/In two words\..*Who is it\?/);
    expect(sent).toContain(picture);

    const { data } = await conversations.items.list(first.conversation!.id);
    expect(data[1]).toMatchObject({
      role: 'user',
      content: [{ type: 'input_text' }, { type: 'input_image', file_id: expect.stringMatching(/^upload:/) }],
    });
    const address = [{ type: 'input_image' as const, image_url: 'http://a/b', detail: 'auto' as const }];
    const fetched = responses.create({ model, input: [{ role: 'user', content: address }] });
    await expect(fetched).rejects.toMatchObject({ status: 400, param: 'input' });

    const after = { model, previous_response_id: first.id };
    const second = await responses.create({ ...after, input: 'Its name?' });
    expect(second).toMatchObject({ output_text: 'Tom.', previous_response_id: first.id });
    expect(second.conversation).toEqual(first.conversation);
    const branched = await responses.create({ ...after, input: 'A better name?' });
    expect(branched.output_text).toBe('Kit.');
    const branch = JSON.stringify(system.model.requests.at(-1)!.messages);
    expect(branch).toContain('A cat.');
    expect(branch).not.toContain('Tom.');
    const left = responses.create({ model, previous_response_id: second.id, input: 'And?' });
    await expect(left).rejects.toMatchObject({ status: 400, code: 'previous_response_in_other_branch' });
    expect(await responses.retrieve(second.id)).toMatchObject({ status: 'completed', output_text: 'Tom.' });
    const inputs = async ({ id }: { id: string }) => (await responses.inputItems.list(id)).data;
    expect(await inputs(first)).toMatchObject([
      { role: 'user', content: [{ type: 'input_text' }, { type: 'input_image' }] },
    ]);
    expect(await inputs(second)).toMatchObject([{ content: [{ text: 'Its name?' }] }]);
    expect(await inputs(branched)).toMatchObject([{ content: [{ text: 'A better name?' }] }]);
    await expect(clientOf(system.newUser()).responses.inputItems.list(first.id)).rejects.toMatchObject({
      status: 404,
    });
  });

  test('streamed, left in the middle, resumed after a number -> every character once', async () => {
    const { responses } = clientOf(system.newUser());
    const reply = gated('One, ', 'two, three.');
    system.model.reply(reply);
    const stream = await responses.create({ model, input: 'count', conversation: 'c', stream: true });
    let said = '';
    let last = -1;
    let id = '';
    for await (const event of stream) {
      last = event.sequence_number;
      if (event.type === 'response.created') id = event.response.id;
      if (event.type !== 'response.output_text.delta') continue;
      said += event.delta;
      break;
    }
    expect(await responses.retrieve(id)).toMatchObject({ status: 'in_progress', output: [] });
    await vi.waitFor(() => expect(gateway.openStreams).toBe(0));
    const rest = await responses.retrieve(id, { stream: true, starting_after: last });
    reply.release();
    const types: string[] = [];
    for await (const event of rest) {
      expect(event.sequence_number).toBeGreaterThan(last);
      last = event.sequence_number;
      types.push(event.type);
      if (event.type === 'response.output_text.delta') said += event.delta;
      if (event.type === 'response.completed')
        expect(event.response.output).toMatchObject([{ content: [{ text: said }] }]);
    }
    expect(said).toBe('One, two, three.');
    expect(types.slice(-4)).toEqual([
      'response.output_text.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.completed',
    ]);
    const nothing = await responses.retrieve(id, { stream: true, starting_after: last });
    for await (const event of nothing) expect(event).toBeUndefined();
    const whole = await responses.stream({ response_id: id }).finalResponse();
    expect(whole.output_text).toBe(said);
  });

  test('a flow that ends in a reply -> its text, whole, streamed and retrieved', async () => {
    const { responses } = clientOf(system.newUser());
    system.model.reply(text('one'), text('two'));
    const whole = await responses.create({ model: 'clerk', input: 'File it' });
    expect(whole.output_text).toBe('Filed: one');
    const events = await responses.create({ model: 'clerk', input: 'And this', stream: true });
    let said = '';
    let id = '';
    for await (const event of events) {
      if (event.type === 'response.created') id = event.response.id;
      if (event.type === 'response.output_text.delta') said += event.delta;
    }
    expect(said).toBe('Filed: two');
    expect(await responses.retrieve(id)).toMatchObject({ status: 'completed', output_text: said });
  });

  test.each([
    ['a response that is stored', 'running', {}],
    ['a response that is not stored', 'cancelled', { store: false }],
  ] as const)('the reader of %s leaves -> it is %s', async (_which, status, options) => {
    const user = system.newUser();
    const gate = gated('One, ', 'two.');
    system.model.reply(gate);
    const stream = await clientOf(user).responses.create({ model, input: 'Count', stream: true, ...options });
    for await (const event of stream) if (event.type === 'response.output_text.delta') break;
    const findStatus = async () => (await system.client.executions.list({ user, limit: 1 }))[0]?.status;
    await vi.waitFor(() => expect(gateway.openStreams).toBe(0));
    await vi.waitFor(async () => expect(await findStatus()).toBe(status), 20_000);
    gate.release();
    await vi.waitFor(async () => expect(await findStatus()).not.toBe('running'), 20_000);
  });

  test('in the background -> readable until done; another is canceled; hidden from other users', async () => {
    const user = system.newUser();
    const { responses } = clientOf(user);
    system.model.reply(text('{"city":"Rome"}'));
    const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
    const format = { type: 'json_schema' as const, name: 'place', schema, strict: true };
    const started = await responses.create({ model, input: 'where?', background: true, text: { format } });
    expect(started).toMatchObject({ status: 'queued', background: true });
    await vi.waitFor(async () => {
      const now = await responses.retrieve(started.id);
      expect(now).toMatchObject({ status: 'completed', background: true, output_text: '{"city":"Rome"}' });
    }, 20_000);
    await expect(clientOf(system.newUser()).responses.retrieve(started.id)).rejects.toMatchObject({
      status: 404,
    });

    const reply = gated('One, ', 'two.');
    system.model.reply(reply);
    const long = await responses.create({ model, input: 'count', background: true });
    expect(await responses.cancel(long.id)).toMatchObject({ id: long.id, status: 'cancelled' });
    reply.release();
    expect(await responses.retrieve(long.id)).toMatchObject({ status: 'cancelled' });
  });

  test('canceled while it waits after another one -> canceled, and readable as such', async () => {
    const { responses } = clientOf(system.newUser());
    const reply = gated('One, ', 'two.');
    system.model.reply(reply);
    const first = await responses.create({ model, input: 'count', background: true });
    const second = await responses.create({
      model,
      input: 'and then?',
      previous_response_id: first.id,
      background: true,
    });
    expect(await responses.cancel(second.id)).toMatchObject({ id: second.id, status: 'cancelled' });
    expect(await responses.retrieve(second.id)).toMatchObject({ status: 'cancelled' });
    reply.release();
    await vi.waitFor(async () => {
      expect(await responses.retrieve(first.id)).toMatchObject({ output_text: 'One, two.' });
    }, 20_000);
  });

  test("no key, an unknown id, a model that refuses -> the client's own errors", async () => {
    await expect(clientOf('nobody').responses.create({ model, input: 'x' })).rejects.toBeInstanceOf(
      OpenAI.AuthenticationError,
    );
    const { responses } = clientOf(system.newUser());
    await expect(responses.retrieve('resp_none')).rejects.toBeInstanceOf(OpenAI.NotFoundError);
    await expect(responses.create({ model: 'none', input: 'x' })).rejects.toMatchObject({
      status: 404,
      code: 'model_not_found',
    });
    system.model.reply(fault.status(400), fault.status(400));
    await expect(responses.create({ model, input: 'x' })).rejects.toMatchObject({
      status: 500,
      code: 'failed',
    });
    const events = await responses.create({ model, input: 'x', stream: true });
    let end: unknown;
    for await (const event of events) end = event;
    expect(end).toMatchObject({
      type: 'response.failed',
      response: { status: 'failed', error: { code: 'failed' } },
    });
  });
});

describe('conversations', () => {
  test('created, read while empty, used, read in pages -> newest first, only for its owner', async () => {
    const user = system.newUser();
    const { conversations, responses } = clientOf(user);
    const { id } = await conversations.create();
    expect(await conversations.retrieve(id)).toMatchObject({ id, object: 'conversation' });
    expect((await conversations.items.list(id)).data).toEqual([]);
    system.model.reply(text('One.'), text('Two.'));
    await responses.create({ model, conversation: id, input: 'first' });
    const { conversation } = await responses.create({ model, conversation: { id }, input: 'second' });
    expect(conversation).toEqual({ id });

    const said: string[] = [];
    for await (const item of conversations.items.list(id, { limit: 3 }))
      if (item.type === 'message')
        for (const part of item.content) if ('text' in part) said.push(`${item.role}: ${part.text}`);
    expect(said).toEqual(['assistant: Two.', 'user: second', 'assistant: One.', 'user: first']);
    const items = [];
    for await (const item of conversations.items.list(id, { limit: 3, order: 'asc' })) items.push(item);
    expect(items.map((item) => 'role' in item && item.role)).toEqual([
      'user',
      'assistant',
      'user',
      'assistant',
    ]);
    const itemId = items[2] && 'id' in items[2] ? (items[2].id ?? '') : '';
    expect(await conversations.items.retrieve(itemId, { conversation_id: id })).toEqual(items[2]);
    for (const none of ['msg_5', 'msg_0', 'none'])
      await expect(conversations.items.retrieve(none, { conversation_id: id })).rejects.toMatchObject({
        status: 404,
        code: 'item_not_found',
      });

    const other = clientOf(system.newUser()).conversations;
    await expect(other.retrieve(id)).rejects.toBeInstanceOf(OpenAI.NotFoundError);
    await expect(other.items.list('none')).rejects.toMatchObject({ code: 'conversation_not_found' });
    await expect(other.items.retrieve(itemId, { conversation_id: id })).rejects.toMatchObject({
      status: 404,
    });
    await expect(other.delete(id)).rejects.toMatchObject({ status: 404 });
    await expect(conversations.items.list(id, { order: 'up' as 'asc' })).rejects.toMatchObject({
      param: 'order',
    });
  });

  test('an unsupported request -> refused with its name', async () => {
    const { conversations, responses } = clientOf(system.newUser());
    const refused = { status: 400, code: 'unsupported_operation' };
    system.model.reply(text('Begun.'));
    await responses.create({ model, conversation: 'c', input: 'hi' });
    const [item] = (await conversations.items.list('c')).data;
    await expect(conversations.items.delete(item!.id!, { conversation_id: 'c' })).rejects.toMatchObject(
      refused,
    );
    await expect(responses.delete('resp_1')).rejects.toMatchObject(refused);
  });

  test('deleted -> it has ended, with both flows, and its name starts a new one', async () => {
    const { conversations, responses } = clientOf(system.newUser());
    system.model.reply(text('One.'), text('Two.'), text('Three.'));
    await responses.create({ model, conversation: 'gone', input: 'first' });
    await responses.create({ model: 'other', conversation: 'gone', input: 'second' });
    expect(await conversations.delete('gone')).toEqual({
      id: 'gone',
      object: 'conversation.deleted',
      deleted: true,
    });
    await vi.waitFor(
      () => expect(conversations.retrieve('gone')).rejects.toMatchObject({ status: 404 }),
      20_000,
    );
    await responses.create({ model, conversation: 'gone', input: 'third' });
    const { data } = await conversations.items.list('gone');
    expect(data).toMatchObject([{ content: [{ text: 'Three.' }] }, { content: [{ text: 'third' }] }]);
  });
});
