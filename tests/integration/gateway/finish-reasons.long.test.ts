import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import * as ai6 from 'ai';
import * as ai7 from 'ai-7';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { followTurn } from '../../../cli/chat/follow-turn.js';
import { createStyle } from '../../../cli/format/style.js';
import { formatHistory } from '../../../cli/history/format-history.js';
import { defineFlow } from '../../../flow/builder/define-flow.js';
import { agent, chat, manual, reply, subflow } from '../../../flow/kinds/node-kinds.js';
import { text } from '../../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { serveGateway, type ServedGateway } from './serve-gateway.js';

let system: TestSystem;
let gateway: ServedGateway;
beforeAll(async () => {
  const say = agent({ model: SCRIPTED_MODEL });
  const told = defineFlow({
    slug: 'told',
    name: 'Told',
    nodes: { chat: chat(), say, tell: reply({ text: 'It says: {{ say.output }}' }) },
    edges: [
      ['chat', 'say'],
      ['say', 'tell'],
    ],
  });
  const plain = defineFlow({
    slug: 'plain',
    name: 'Plain',
    nodes: { chat: chat(), say },
    edges: [['chat', 'say']],
  });
  const inner = defineFlow({
    slug: 'inner',
    name: 'Inner',
    nodes: { start: manual(), say },
    edges: [['start', 'say']],
  });
  const outer = defineFlow({
    slug: 'outer',
    name: 'Outer',
    nodes: { chat: chat(), below: subflow({ flow: 'inner' }) },
    edges: [['chat', 'below']],
  });
  system = await startTestSystem(inject('environment'), { flows: [plain, told, inner, outer] });
  gateway = await serveGateway(system);
});
afterAll(async () => {
  await gateway?.close();
  await system?.stop();
});

const REASONS = [
  ['length', 'length', 'max_output_tokens'],
  ['content_filter', 'content-filter', 'content_filter'],
] as const;
const cut = (finishReason: 'length' | 'content_filter') => text('Half of', { finishReason });

const clientOf = (user: string): OpenAI =>
  new OpenAI({ apiKey: user, baseURL: `${gateway.url}/v1`, maxRetries: 0 });

describe.each(REASONS)('an answer that ends with %s', (raw, reason, incomplete) => {
  test.each(['plain', 'told', 'outer'])(
    'of flow %s, by ask -> marked in a field; a complete answer is not',
    async (flow) => {
      const conversation = system.client.conversation({ flow, user: system.newUser() });
      system.model.reply(cut(raw), text('Whole.'));
      const answer = await conversation.ask('hi');
      expect(answer).toMatchObject({ text: expect.stringContaining('Half of'), finishReason: reason });
      expect(await conversation.ask('hi')).not.toHaveProperty('finishReason');
      const events = [];
      for await (const event of conversation.stream(answer.turnId)) events.push(event);
      expect(events.at(-1)).toMatchObject({ type: 'done', finishReason: reason });
    },
  );

  test('by any Temporal client -> marked in the result of ask', async () => {
    const conversation = system.client.conversation({ flow: 'plain', user: system.newUser() });
    system.model.reply(text('Whole.'), cut(raw));
    await conversation.ask('hi');
    const handle = system.temporal.workflow.getHandle(conversation.workflowId);
    const result = await handle.executeUpdate('ask', { args: [{ text: 'again' }] });
    expect(result).toMatchObject({ text: 'Half of', finishReason: reason });
  });

  test('by openai for Node, whole and streamed -> finish_reason, status and incomplete_details', async () => {
    const { chat: chats, responses } = clientOf(system.newUser());
    const asked = { model: 'plain', messages: [{ role: 'user' as const, content: 'hi' }] };
    system.model.reply(cut(raw), cut(raw), cut(raw), cut(raw));
    const { choices } = await chats.completions.create(asked);
    expect(choices[0]).toMatchObject({ finish_reason: raw, message: { content: 'Half of' } });
    const reasons = [];
    for await (const chunk of await chats.completions.create({ ...asked, stream: true }))
      reasons.push(chunk.choices[0]?.finish_reason);
    expect(reasons.filter((one) => one != null)).toEqual([raw]);

    const ended = { status: 'incomplete', incomplete_details: { reason: incomplete } };
    const response = await responses.create({ model: 'plain', input: 'hi' });
    expect(response).toMatchObject({ ...ended, output: [{ status: 'incomplete' }] });
    expect(await responses.retrieve(response.id)).toMatchObject(ended);
    const events = [];
    for await (const event of await responses.create({ model: 'plain', input: 'hi', stream: true }))
      events.push(event);
    expect(events.at(-1)).toMatchObject({ type: 'response.incomplete', response: ended });
  });

  test.each([
    ['6', ai6],
    ['7', ai7 as unknown as typeof ai6],
  ] as const)('by ai %s, with responses and chat completions -> its finish reason', async (_version, ai) => {
    const options = { apiKey: system.newUser(), baseURL: `${gateway.url}/v1` };
    const compatible = createOpenAICompatible({ name: 'threadline', ...options });
    system.model.reply(cut(raw), cut(raw), cut(raw));
    const whole = await ai.generateText({ model: createOpenAI(options)('plain'), prompt: 'hi' });
    expect(whole.finishReason).toBe(reason);
    for (const model of [createOpenAI(options)('plain'), compatible('plain')])
      expect(await ai.streamText({ model, prompt: 'hi' }).finishReason).toBe(reason);
  });

  test('of an object by a schema, by openai for Node, REST and ask -> the text so far, with the reason; ask has no object', async () => {
    const user = system.newUser();
    const { chat: chats, responses } = clientOf(user);
    const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
    const half = text('{"city": "Os', { finishReason: raw });
    system.model.reply(half, half, half, half, half, half);
    const asked = {
      model: 'plain',
      messages: [{ role: 'user' as const, content: 'hi' }],
      response_format: { type: 'json_schema' as const, json_schema: { name: 'place', schema } },
    };
    const { choices } = await chats.completions.create(asked);
    expect(choices).toMatchObject([{ finish_reason: raw, message: { content: '{"city": "Os' } }]);
    const pieces = [];
    for await (const { choices: some } of await chats.completions.create({ ...asked, stream: true }))
      pieces.push(...some.map(({ delta, finish_reason: ended }) => ended ?? delta.content));
    expect(pieces).toEqual(['{"city": "Os', raw]);

    const format = { type: 'json_schema' as const, name: 'place', schema };
    const said = { model: 'plain', input: 'hi', text: { format } };
    const ended = { status: 'incomplete', incomplete_details: { reason: incomplete } };
    const response = await responses.create(said);
    expect(response).toMatchObject({
      ...ended,
      output_text: '{"city": "Os',
      output: [{ status: 'incomplete' }],
    });
    expect(await responses.retrieve(response.id)).toMatchObject({ ...ended, output_text: '{"city": "Os' });
    const events = [];
    for await (const event of await responses.create({ ...said, stream: true })) events.push(event);
    expect(events.at(-1)).toMatchObject({ type: 'response.incomplete', response: ended });

    const started = await fetch(`${gateway.url}/api/v1/conversations/plain/turns`, {
      method: 'POST',
      headers: { authorization: `Bearer ${user}`, 'content-type': 'application/json' },
      body: JSON.stringify({ text: 'hi', output: schema }),
    });
    const { executionId } = (await started.json()) as { executionId: string };
    await expect
      .poll(() => system.client.executions.get(executionId))
      .toMatchObject({ status: 'completed', answer: '{"city": "Os', finishReason: reason });
    const conversation = system.client.conversation({ flow: 'plain', user: system.newUser() });
    await expect(conversation.ask({ text: 'hi', output: schema })).rejects.toMatchObject({
      type: 'Model.InvalidAnswer',
      message: expect.stringContaining(`incomplete ('${reason}')`),
    });
  });

  test('by fetch: events and an execution of the REST interface, and the stream and history of useChat -> marked', async () => {
    const user = system.newUser();
    const headers = { authorization: `Bearer ${user}`, 'content-type': 'application/json' };
    const read = async (path: string, body?: unknown) => {
      const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
      return (await fetch(`${gateway.url}${path}`, { headers, ...sent })).text();
    };
    system.model.reply(cut(raw), cut(raw));
    const turns = '/api/v1/conversations/plain/turns';
    const { executionId } = JSON.parse(await read(turns, { text: 'hi', turnId: 't' })) as {
      executionId: string;
    };
    expect(await read(`${turns}/t/events`)).toContain(`"finishReason":"${reason}"`);
    const execution = await read(`/api/v1/executions/${encodeURIComponent(executionId)}`);
    expect(JSON.parse(execution)).toMatchObject({ answer: 'Half of', finishReason: reason });

    const message = { id: 'm1', role: 'user', parts: [{ type: 'text', text: 'hi' }] };
    const stream = await read('/api/chat', { id: 'page', flow: 'plain', messages: [message] });
    expect(stream).toContain(`{"type":"finish","finishReason":"${reason}"`);
    const page = JSON.parse(await read('/api/chat/page?flow=plain')) as { messages: unknown[] };
    expect(page.messages.at(-1)).toMatchObject({ metadata: { status: 'completed', finishReason: reason } });
  });

  test('in a history, by fetch, openai for Node and the commands -> the answer is marked, no other message is', async () => {
    const user = system.newUser();
    system.model.reply(cut(raw), text('Whole.'));
    const key = { flow: 'plain', user, channel: 'talk' };
    const conversation = system.client.conversation(key);
    const turn = await conversation.submit('hi');
    const end = await followTurn({ conversation, ...turn, onEvent: () => undefined });
    expect(end).toMatchObject({ status: 'completed', text: 'Half of', finishReason: reason });
    await conversation.ask('again');
    const response = await fetch(`${gateway.url}/api/v1/conversations/plain/messages?channel=talk`, {
      headers: { authorization: `Bearer ${user}` },
    });
    const history = (await response.json()) as { messages: { finishReason: unknown }[] };
    expect(history.messages.map(({ finishReason }) => finishReason)).toEqual([null, null, reason, null]);
    const items = [];
    for await (const item of clientOf(user).conversations.items.list('talk')) items.push(item);
    expect(items).toMatchObject(
      ['completed', 'completed', 'incomplete', 'completed'].map((status) => ({ status })),
    );
    const printed = formatHistory((await conversation.history()).messages, createStyle(false));
    expect(printed.match(/#\d .*The answer is incomplete: .*/g)).toEqual([expect.stringMatching(/^#2 /)]);
  });
});
