import { afterEach, describe, expect, test } from 'vitest';
import {
  answer,
  gated,
  startModelServer,
  text,
  toolCalls,
  type ModelServer,
  type ModelServerOptions,
} from '../../../packages/testing/model-server/index.js';
import { errorOf, eventsOf, postChat, question } from './post-chat.js';
import {
  collectParts,
  GREETING,
  partOf,
  PROVIDERS,
  providerModel,
  textOf,
  WEATHER_TOOL,
} from './provider-models.js';

let server: ModelServer;
afterEach(() => server.close());

describe.each(PROVIDERS)('text, read by %s', (provider) => {
  test('an answer -> its text, id, finish and usage', async () => {
    await start({ script: [text('Hello, world.')] });
    const parts = await collectParts(providerModel(provider, server.baseUrl));
    expect(textOf(parts)).toBe('Hello, world.');
    expect(partOf(parts, 'response-metadata')).toMatchObject({ id: 'chatcmpl-000001', modelId: 'm' });
    const finish = partOf(parts, 'finish')!;
    expect(finish.finishReason).toEqual({ unified: 'stop', raw: 'stop' });
    expect(finish.usage.outputTokens.total).toBe(4);
    expect(finish.usage.inputTokens.total).toBe(6);
    server.assertDone();
  });

  test('given chunks -> one delta each', async () => {
    await start({ script: [text('one two three', { chunks: ['one', ' two ', 'three'] })] });
    const parts = await collectParts(providerModel(provider, server.baseUrl));
    expect(parts.flatMap((part) => (part.type === 'text-delta' && part.delta ? [part.delta] : []))).toEqual([
      'one',
      ' two ',
      'three',
    ]);
  });

  test('given usage -> reported', async () => {
    const usage = { inputTokens: 100, outputTokens: 20, cachedInputTokens: 60, reasoningTokens: 5 };
    await start({ script: [text('x', { usage })] });
    const finish = partOf(await collectParts(providerModel(provider, server.baseUrl)), 'finish')!;
    expect(finish.usage.inputTokens).toMatchObject({ total: 100, cacheRead: 60 });
    expect(finish.usage.outputTokens).toMatchObject({ total: 20, reasoning: 5 });
  });

  test.each([
    ['length', 'length'],
    ['content_filter', 'content-filter'],
  ] as const)('finish reason %s -> %s', async (finishReason, unified) => {
    await start({ script: [text('cut', { finishReason })] });
    const parts = await collectParts(providerModel(provider, server.baseUrl));
    expect(partOf(parts, 'finish')!.finishReason).toEqual({ unified, raw: finishReason });
  });

  test('not streamed -> one body', async () => {
    await start({ script: [text('All at once')] });
    const { content, finishReason, usage } = await providerModel(provider, server.baseUrl).doGenerate(
      GREETING,
    );
    expect(content).toMatchObject([{ type: 'text', text: 'All at once' }]);
    expect(finishReason.unified).toBe('stop');
    expect(usage.outputTokens.total).toBe(3);
  });
});

describe('text', () => {
  test('chunks that do not add up to the answer -> throws', async () => {
    await start({});
    expect(() => text('whole', { chunks: ['wh', 'ol'] })).toThrow("do not add up to the answer 'whole'");
  });

  test('a number of chunks -> that many, no surrogate pair cut', async () => {
    await start({});
    expect(text('😀😀😀😀', { chunks: 2 }).chunks).toEqual(['😀😀', '😀😀']);
  });

  test('empty answer -> no chunk, and a finish reason', async () => {
    await start({ script: [text('')] });
    const parts = await collectParts(providerModel('openai', server.baseUrl));
    expect(textOf(parts)).toBe('');
    expect(partOf(parts, 'finish')!.finishReason.unified).toBe('stop');
  });

  test('delay -> chunks are spread over time', async () => {
    await start({ script: [text('abcd', { chunks: 4, delayMs: 20 })] });
    const startedAt = performance.now();
    await collectParts(providerModel('openai', server.baseUrl));
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(95);
  });

  test('reasoning -> reasoning parts before the text', async () => {
    await start({ script: [text('So: 4.', { reasoning: 'Two and two.' })] });
    const parts = await collectParts(providerModel('openai-compatible', server.baseUrl));
    expect(partOf(parts, 'reasoning-delta')!.delta).toBe('Two and two.');
    expect(parts.findIndex((part) => part.type === 'reasoning-delta')).toBeLessThan(
      parts.findIndex((part) => part.type === 'text-delta'),
    );
  });

  test('stream without include_usage -> no usage on the wire', async () => {
    await start({ script: [text('x')] });
    const events = await eventsOf(await postChat(server, question('q', { stream: true })));
    expect(events.at(-1)).toBe('[DONE]');
    expect(JSON.stringify(events)).not.toContain('usage');
  });

  test('stream with include_usage -> null in each chunk, the counts in a last one without choices', async () => {
    await start({ script: [text('abcd', { chunks: 1 })] });
    const body = question('q', { stream: true, stream_options: { include_usage: true } });
    const events = await eventsOf(await postChat(server, body));
    expect(events).toHaveLength(5);
    expect(events[0]).toMatchObject({ object: 'chat.completion.chunk', usage: null });
    expect(events[3]).toMatchObject({ choices: [], usage: { completion_tokens: 1 } });
  });
});

describe.each(PROVIDERS)('toolCalls, read by %s', (provider) => {
  test('parallel calls after a text -> tool-call parts with their input', async () => {
    const calls = [
      { name: 'weather', arguments: { city: 'Paris' } },
      { id: 'call_mine', name: 'weather', arguments: { city: 'Zürich' } },
    ];
    await start({ script: [toolCalls(calls, { text: 'Looking.' })] });
    const model = providerModel(provider, server.baseUrl);
    const parts = await collectParts(model, { ...GREETING, tools: [WEATHER_TOOL] });
    expect(textOf(parts)).toBe('Looking.');
    expect(parts.filter((part) => part.type === 'tool-call')).toMatchObject([
      { toolCallId: 'call_1_0', toolName: 'weather', input: '{"city":"Paris"}' },
      { toolCallId: 'call_mine', toolName: 'weather', input: '{"city":"Zürich"}' },
    ]);
    expect(partOf(parts, 'finish')!.finishReason).toEqual({ unified: 'tool-calls', raw: 'tool_calls' });
  });

  test('broken arguments -> the raw string', async () => {
    await start({ script: [toolCalls([{ name: 'weather', arguments: '{"city": "Par' }])] });
    const parts = await collectParts(providerModel(provider, server.baseUrl));
    expect(partOf(parts, 'tool-call')!.input).toBe('{"city": "Par');
  });

  test('not streamed -> tool calls in the body', async () => {
    await start({ script: [toolCalls([{ name: 'weather', arguments: { city: 'Paris' } }])] });
    const { content } = await providerModel(provider, server.baseUrl).doGenerate(GREETING);
    expect(content).toMatchObject([{ type: 'tool-call', toolCallId: 'call_1_0', input: '{"city":"Paris"}' }]);
  });

  test('the results returned -> accepted, the last user text is still the question', async () => {
    await start({ script: [text('Sunny.')] });
    await collectParts(providerModel(provider, server.baseUrl), {
      prompt: [
        ...GREETING.prompt,
        {
          role: 'assistant',
          content: [
            { type: 'tool-call', toolCallId: 'call_1_0', toolName: 'weather', input: { city: 'Paris' } },
          ],
        },
        {
          role: 'tool',
          content: [
            {
              type: 'tool-result',
              toolCallId: 'call_1_0',
              toolName: 'weather',
              output: { type: 'text', value: 'sunny' },
            },
          ],
        },
      ],
      tools: [WEATHER_TOOL],
    });
    expect(server.requests[0]).toMatchObject({ text: 'Hello there' });
    expect(server.requests[0]!.messages.map((message) => message['role'])).toEqual([
      'user',
      'assistant',
      'tool',
    ]);
  });
});

describe('gated', () => {
  test('not released -> the first part only; released -> the rest', async () => {
    const gate = gated('first part', ', second part');
    await start({ script: [gate] });
    const { stream } = await providerModel('openai', server.baseUrl).doStream(GREETING);
    const reader = stream.getReader();
    await gate.started;
    const seen: string[] = [];
    while (seen.join('') !== 'first part') {
      const { value } = await reader.read();
      if (value?.type === 'text-delta') seen.push(value.delta);
    }
    let more = false;
    const next = reader.read().then(({ value }) => {
      more = true;
      return value;
    });
    await new Promise((done) => setTimeout(done, 50));
    expect(more).toBe(false);
    gate.release();
    expect(await next).toMatchObject({ type: 'text-delta', delta: ', second part' });
  });

  test('released before it is played -> runs without a pause', async () => {
    const gate = gated('a', 'b');
    gate.release();
    await start({ script: [gate] });
    expect(textOf(await collectParts(providerModel('openai', server.baseUrl)))).toBe('ab');
  });
});

describe('answer', () => {
  test('a function of the request -> its reply', async () => {
    await start({ script: [answer((request) => text(`You said: ${request.text}`))] });
    expect(textOf(await collectParts(providerModel('openai', server.baseUrl)))).toBe('You said: Hello there');
  });

  test('a function that throws -> 400 at once, and a failure that names the request', async () => {
    await start({
      script: [
        answer(() => {
          throw new Error('no idea');
        }),
      ],
    });
    const response = await postChat(server);
    expect(response.status).toBe(400);
    expect((await errorOf(response)).code).toBe('script_threw');
    expect(() => server.assertDone()).toThrow(
      "Model server: the script threw at request 1, last user text 'Hello there': no idea",
    );
    server.takeFailures();
  });
});

async function start(options: ModelServerOptions): Promise<void> {
  server = await startModelServer(options);
}
