import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import OpenAI, { APIError } from 'openai';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { assistantFlow } from '../../../flow/default-flow.js';
import { fault, gated, text, toolCalls } from '../../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { png } from '../fixtures/pictures.js';
import { serveGateway, type ServedGateway } from './serve-gateway.js';

let system: TestSystem;
let gateway: ServedGateway;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [assistantFlow(SCRIPTED_MODEL), { ...assistantFlow(SCRIPTED_MODEL), slug: 'other' }],
  });
  gateway = await serveGateway(system);
});
afterAll(async () => {
  await gateway?.close();
  await system?.stop();
});

const clientOf = (user: string, options = {}): OpenAI =>
  new OpenAI({ apiKey: user, baseURL: `${gateway.url}/v1`, maxRetries: 0, ...options });
const hello = [{ role: 'user' as const, content: 'hello' }];
const named = (name: string) => ({ headers: { 'x-threadline-conversation': name } });

describe('openai for Node', () => {
  test('models -> the flows that the key may use; another one is not found', async () => {
    const { data } = await clientOf(system.newUser()).models.list();
    expect(data.map(({ id }) => id)).toEqual(['assistant', 'other']);
    const narrow = clientOf('narrow-1');
    expect((await narrow.models.list()).data).toMatchObject([{ id: 'other', object: 'model' }]);
    await expect(narrow.models.retrieve('assistant')).rejects.toMatchObject({
      status: 404,
      code: 'model_not_found',
      param: 'model',
    });
    const asked = narrow.chat.completions.create({ model: 'assistant', messages: hello });
    await expect(asked).rejects.toMatchObject({ status: 404, code: 'model_not_found' });
  });

  test("a named conversation, streamed and whole -> our thread is used, the client's past is not", async () => {
    const user = system.newUser();
    const { completions } = clientOf(user).chat;
    system.model.reply(text('Hello there.'), text('Again.'));
    const stream = await completions.create(
      { model: 'assistant', messages: hello, stream: true, stream_options: { include_usage: true } },
      named('a'),
    );
    let said = '';
    const reasons: unknown[] = [];
    let usage: unknown;
    for await (const chunk of stream) {
      said += chunk.choices[0]?.delta.content ?? '';
      if (chunk.choices[0]) reasons.push(chunk.choices[0].finish_reason);
      else usage = chunk.usage;
    }
    expect(said).toBe('Hello there.');
    expect(reasons.at(-1)).toBe('stop');
    expect(usage).toMatchObject({ prompt_tokens: expect.any(Number), completion_tokens: expect.any(Number) });

    const picture = `data:image/png;base64,${Buffer.from(png(64, 48, 'cat')).toString('base64')}`;
    const again = await completions.create(
      {
        model: 'assistant',
        messages: [
          { role: 'user', content: 'invented' },
          { role: 'assistant', content: 'invented' },
          {
            role: 'user',
            content: [
              { type: 'text', text: 'And this?' },
              { type: 'image_url', image_url: { url: picture } },
            ],
          },
        ],
      },
      named('a'),
    );
    expect(again).toMatchObject({
      object: 'chat.completion',
      model: 'assistant',
      choices: [{ message: { role: 'assistant', content: 'Again.' }, finish_reason: 'stop' }],
    });
    const sent = JSON.stringify(system.model.requests.at(-1)!.messages);
    expect(sent).toContain('Hello there.');
    expect(sent).toContain(picture);
    expect(sent).not.toContain('invented');
    const { messages } = await system.client
      .conversation({ flow: 'assistant', user, channel: 'a' })
      .history();
    expect(messages).toHaveLength(4);
  });

  test('D61: an empty answer, whole and streamed -> empty content, as programs send it back to the model', async () => {
    const { completions } = clientOf(system.newUser()).chat;
    system.model.reply(text(' '), text(' '));
    const { choices } = await completions.create({ model: 'assistant', messages: hello });
    expect(choices[0]?.message.content).toBe('');
    const stream = await completions.create({ model: 'assistant', messages: hello, stream: true });
    let said = '';
    for await (const chunk of stream) said += chunk.choices[0]?.delta.content ?? '';
    expect(said.trim()).toBe('');
  });

  test('the reader leaves in the middle -> the turn continues; a request with the same key reads its answer', async () => {
    const { completions } = clientOf(system.newUser()).chat;
    const reply = gated('One, ', 'two, three.');
    system.model.reply(reply);
    const request = { model: 'assistant', messages: hello } as const;
    const options = { headers: { ...named('b').headers, 'idempotency-key': 'try-1' } };
    const stream = await completions.create({ ...request, stream: true }, options);
    for await (const chunk of stream) if (chunk.choices[0]?.delta.content) break;
    await vi.waitFor(() => expect(gateway.openStreams).toBe(0));
    reply.release();
    const whole = await completions.create(request, options);
    expect(whole.choices[0]?.message.content).toBe('One, two, three.');
    expect(whole.id).toBe((await completions.create(request, options)).id);
  });

  test("no key, a field that is not supported, a turn whose model is down -> the client's own errors", async () => {
    await expect(clientOf('nobody').models.list()).rejects.toBeInstanceOf(OpenAI.AuthenticationError);
    const { completions } = clientOf(system.newUser(), { maxRetries: 2 }).chat;
    await expect(completions.create({ model: 'assistant', messages: hello, n: 2 })).rejects.toMatchObject({
      status: 400,
      param: 'n',
      code: 'unsupported_parameter',
    });
    system.model.reply(fault.status(400));
    const failed = completions.create({ model: 'assistant', messages: hello }, named('c'));
    const error: unknown = await failed.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(APIError);
    expect(error).toMatchObject({ status: 500, code: 'failed' });
  });
});

describe('a request that names no conversation', () => {
  test('a past with a system message, a tool call and a picture -> sent unchanged; a repeated key returns the same answer', async () => {
    const user = system.newUser();
    const { completions } = clientOf(user).chat;
    system.model.reply(text('Blue.'));
    const picture = `data:image/png;base64,${Buffer.from(png(64, 48, 'sky')).toString('base64')}`;
    const request = {
      model: 'assistant',
      messages: [
        { role: 'system' as const, content: 'Answer in one word.' },
        {
          role: 'user' as const,
          content: [
            { type: 'text' as const, text: 'Look at this.' },
            { type: 'image_url' as const, image_url: { url: picture } },
          ],
        },
        {
          role: 'assistant' as const,
          content: 'I look.',
          tool_calls: [
            { id: 'c1', type: 'function' as const, function: { name: 'zoom', arguments: '{"by":2}' } },
          ],
        },
        { role: 'tool' as const, tool_call_id: 'c1', content: 'larger' },
        { role: 'assistant' as const, content: 'I see it.' },
        { role: 'user' as const, content: 'Which colour?' },
      ],
    };
    const options = { headers: { 'idempotency-key': 'colour' } };
    const { choices, id } = await completions.create(request, options);
    expect(choices[0]?.message.content).toBe('Blue.');
    const sent = system.model.requests.at(-1)!.messages;
    expect(sent.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
    expect(sent[1]).toMatchObject({ content: 'Look at this.' });
    expect(JSON.stringify(sent[2])).toMatch(/I look\..*zoom\({.*by.*2}\).*larger.*I see it\./);
    expect(JSON.stringify(sent[0])).toContain('Answer in one word.');
    expect(JSON.stringify(sent[3])).toContain('Which colour?');
    expect(JSON.stringify(sent[3])).toContain(picture);
    expect((await completions.create(request, options)).id).toBe(id);
    system.model.reply(text('Green.'));
    const other = await clientOf(system.newUser()).chat.completions.create(request, options);
    expect(other.choices[0]?.message.content).toBe('Green.');
  });

  test('a past longer than a window -> no summary is requested, with the answer or after it', async () => {
    system.model.reply(text('Done.'));
    const before = system.model.requests.length;
    const past = Array.from({ length: 30 }, (_, at) => ({
      role: at % 2 === 0 ? ('user' as const) : ('assistant' as const),
      content: `message ${at}`,
    }));
    const messages = [...past, { role: 'user' as const, content: 'Now?' }];
    const { choices } = await clientOf(system.newUser()).chat.completions.create({
      model: 'assistant',
      messages,
    });
    expect(choices[0]?.message.content).toBe('Done.');
    const [sent, ...more] = system.model.requests.slice(before);
    expect(more).toEqual([]);
    const texts = JSON.stringify(sent!.messages);
    for (const at of [0, 15, 29]) expect(texts).toContain(`message ${at}`);
    expect(texts).not.toMatch(/summar/i);
  });

  test('an object by a schema -> checked, repaired if it does not match, and streamed in one piece', async () => {
    system.model.reply(text('{"city":7}'), text('{"city":"Rome"}'));
    const schema = {
      type: 'object',
      properties: { city: { type: 'string' } },
      required: ['city'],
      additionalProperties: false,
    };
    const stream = await clientOf(system.newUser()).chat.completions.create({
      model: 'assistant',
      messages: hello,
      stream: true,
      response_format: { type: 'json_schema', json_schema: { name: 'place', schema, strict: true } },
    });
    const pieces: string[] = [];
    for await (const { choices } of stream) pieces.push(choices[0]?.delta.content ?? '');
    expect(pieces.filter((piece) => piece !== '')).toEqual(['{"city":"Rome"}']);
  });

  test('the reader leaves, without a key to return with -> the turn is canceled', async () => {
    const user = system.newUser();
    const reply = gated('One, ', 'two.');
    system.model.reply(reply);
    const stream = await clientOf(user).chat.completions.create({
      model: 'assistant',
      messages: hello,
      stream: true,
    });
    for await (const chunk of stream) if (chunk.choices[0]?.delta.content) break;
    await vi.waitFor(async () => {
      const [newest] = await system.client.executions.list({ user, limit: 1 });
      expect(newest?.status).toBe('cancelled');
    }, 20_000);
    reply.release();
  });

  test('the gateway ends -> a turn with a key continues; one without a key and a conversation is canceled', async () => {
    const ending = await serveGateway(system);
    const users = [system.newUser(), system.newUser()];
    const replies = users.map(() => gated('One, ', 'two.'));
    for (const [index, user] of users.entries()) {
      system.model.reply(replies[index]!);
      const { completions } = clientOf(user, { baseURL: `${ending.url}/v1` }).chat;
      const options = index === 0 ? { headers: { 'idempotency-key': 'try-1' } } : {};
      const request = { model: 'assistant', messages: hello, stream: true } as const;
      await (await completions.create(request, options))[Symbol.asyncIterator]().next();
    }
    await ending.close();
    const readStatuses = () =>
      Promise.all(
        users.map(async (user) => (await system.client.executions.list({ user, limit: 1 }))[0]?.status),
      );
    await expect.poll(readStatuses).toEqual(['running', 'cancelled']);
    for (const reply of replies) reply.release();
    await expect.poll(readStatuses).toEqual(['completed', 'cancelled']);
  });
});

describe('other clients', () => {
  test('@ai-sdk/openai-compatible -> streams an answer', async () => {
    system.model.reply(text('From the SDK.'));
    const provider = createOpenAICompatible({
      name: 'threadline',
      apiKey: system.newUser(),
      baseURL: `${gateway.url}/v1`,
      headers: named('sdk').headers,
    });
    const { stream } = await provider('assistant').doStream({
      prompt: [{ role: 'user', content: [{ type: 'text', text: 'hello' }] }],
    });
    let said = '';
    for await (const part of stream) if (part.type === 'text-delta') said += part.delta;
    expect(said).toBe('From the SDK.');
  });

  test('@ai-sdk/openai-compatible -> a tool call in its own stream format', async () => {
    system.model.reply(toolCalls([{ id: 'call_rome', name: 'weather', arguments: { city: 'Rome' } }]));
    const provider = createOpenAICompatible({
      name: 'threadline',
      apiKey: system.newUser(),
      baseURL: `${gateway.url}/v1`,
    });
    const { stream } = await provider('assistant').doStream({
      prompt: [{ role: 'user', content: [{ type: 'text', text: 'How is it in Rome?' }] }],
      tools: [
        {
          type: 'function',
          name: 'weather',
          inputSchema: { type: 'object', properties: { city: { type: 'string' } } },
        },
      ],
    });
    const parts = [];
    for await (const part of stream) parts.push(part);
    expect(parts).toContainEqual(
      expect.objectContaining({
        type: 'tool-call',
        toolCallId: expect.stringMatching(/^call_[0-9a-f]{24}$/),
        input: '{"city":"Rome"}',
      }),
    );
    expect(parts.at(-1)).toMatchObject({ type: 'finish', finishReason: { unified: 'tool-calls' } });
  });
});
