import type { LanguageModelV3Prompt } from '@ai-sdk/provider';
import { afterEach, describe, expect, test } from 'vitest';
import { toPrompt } from '../../../../models/stream/to-prompt.js';
import {
  answer,
  gated,
  lastToolResults,
  offeredTools,
  startModelServer,
  text,
  toolCalls,
  type ModelServer,
  type ModelServerOptions,
} from '../../../../packages/testing/model-server/index.js';
import { GREETING, WEATHER_TOOL } from '../provider-models.js';
import { anthropicModel, ask } from './anthropic-model.js';
import { eventsOf, postMessages, question } from './post-messages.js';

const WEATHER = { name: 'weather', arguments: { city: 'Paris' } };
const USAGE = {
  inputTokens: 100,
  outputTokens: 20,
  cachedInputTokens: 60,
  cacheWriteTokens: 10,
  reasoningTokens: 5,
};

let server: ModelServer;
afterEach(() => server.close());

describe('text, read by anthropic', () => {
  test('an answer -> its text in chunks, id, finish and estimated usage', async () => {
    await start({ script: [text('Hello, world.', { chunks: ['Hello', ', world.'] })] });
    const deltas: string[] = [];
    const response = await ask(server, {}, { onText: (delta) => void deltas.push(delta) });
    expect(deltas).toEqual(['Hello', ', world.']);
    expect(response).toMatchObject({
      content: [{ type: 'text', text: 'Hello, world.' }],
      finishReason: 'stop',
      rawFinishReason: 'end_turn',
      responseId: 'msg_000001',
      responseModel: 'm',
      usage: { outputTokens: 4 },
      headers: { 'request-id': 'req_000001' },
    });
    server.assertDone();
  });

  test('given usage -> reported, cached tokens apart', async () => {
    await start({ script: [text('x', { usage: USAGE })] });
    const { usage, providerMetadata } = await ask(server);
    expect(usage).toEqual({
      inputTokens: 100,
      outputTokens: 20,
      cacheReadTokens: 60,
      cacheWriteTokens: 10,
      reasoningTokens: 5,
    });
    expect(providerMetadata).toMatchObject({ anthropic: { usage: { input_tokens: 30 } } });
  });

  test.each([
    ['length', 'length', 'max_tokens'],
    ['content_filter', 'content-filter', 'refusal'],
  ] as const)('finish reason %s -> %s', async (finishReason, unified, raw) => {
    await start({ script: [text('cut', { finishReason })] });
    expect(await ask(server)).toMatchObject({ finishReason: unified, rawFinishReason: raw });
  });

  test('empty answer -> no content, and a finish reason', async () => {
    await start({ script: [text('')] });
    expect(await ask(server)).toMatchObject({ content: [], finishReason: 'stop' });
  });

  test('reasoning -> a signed thought before the text, which the next request may carry', async () => {
    await start({ script: [text('So: 4.', { reasoning: 'Two and two.', signature: 's1' }), text('ok')] });
    const { content } = await ask(server);
    expect(content).toEqual([
      {
        type: 'reasoning',
        text: 'Two and two.',
        providerOptions: { anthropic: { signature: 's1' } },
      },
      { type: 'text', text: 'So: 4.' },
    ]);
    const prompt: LanguageModelV3Prompt = toPrompt({
      messages: [
        { role: 'user', content: 'Sum?' },
        {
          role: 'assistant',
          content: content.filter((part) => part.type !== 'file' && part.type !== 'tool-call'),
        },
        { role: 'user', content: 'Sure?' },
      ],
    });
    await ask(server, { prompt });
    expect(server.requests[1]!.messages[1]).toEqual({
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'Two and two.', signature: 's1' },
        { type: 'text', text: 'So: 4.' },
      ],
    });
  });

  test('reasoning without a signature of its own -> one named after the request', async () => {
    await start({ script: [text('x', { reasoning: 'Hm.' })] });
    const { content } = await ask(server);
    expect(content[0]).toMatchObject({ providerOptions: { anthropic: { signature: 'signature_1' } } });
  });

  test('a signature alone -> a thought without text', async () => {
    await start({ script: [text('x', { signature: 's1' })] });
    expect((await ask(server)).content[0]).toMatchObject({ type: 'reasoning', text: '' });
  });

  test('not streamed -> one body with the same parts', async () => {
    await start({ script: [text('All at once', { reasoning: 'Hm.', signature: 's1', usage: USAGE })] });
    const model = await anthropicModel(server);
    const { content, finishReason, usage } = await model.doGenerate({ ...GREETING, maxOutputTokens: 9 });
    expect(content).toMatchObject([
      { type: 'reasoning', text: 'Hm.', providerMetadata: { anthropic: { signature: 's1' } } },
      { type: 'text', text: 'All at once' },
    ]);
    expect(finishReason).toEqual({ unified: 'stop', raw: 'end_turn' });
    expect(usage.inputTokens).toMatchObject({ total: 100, noCache: 30, cacheRead: 60, cacheWrite: 10 });
  });
});

describe('text, on the wire', () => {
  test('streamed -> the events in order, each named after its type', async () => {
    await start({ script: [text('abcd', { chunks: 1, reasoning: 'Hm.', usage: USAGE })] });
    const response = await postMessages(server, question('q', { stream: true }));
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    expect(response.headers.get('request-id')).toBe('req_000001');
    const events = await eventsOf(response);
    expect(events.map((event) => event.name)).toEqual(events.map((event) => event.data['type']));
    expect(events.map((event) => [event.name, event.data['index']])).toEqual([
      ['message_start', undefined],
      ['content_block_start', 0],
      ['ping', undefined],
      ['content_block_delta', 0],
      ['content_block_delta', 0],
      ['content_block_stop', 0],
      ['content_block_start', 1],
      ['content_block_delta', 1],
      ['content_block_stop', 1],
      ['message_delta', undefined],
      ['message_stop', undefined],
    ]);
    expect(events[0]!.data['message']).toMatchObject({
      role: 'assistant',
      content: [],
      stop_reason: null,
      usage: { input_tokens: 30, cache_creation_input_tokens: 10, cache_read_input_tokens: 60 },
    });
    expect([3, 4, 7].map((at) => events[at]!.data['delta'])).toEqual([
      { type: 'thinking_delta', thinking: 'Hm.' },
      { type: 'signature_delta', signature: 'signature_1' },
      { type: 'text_delta', text: 'abcd' },
    ]);
    expect(events[9]!.data).toMatchObject({
      delta: { stop_reason: 'end_turn', stop_sequence: null },
      usage: { input_tokens: 30, output_tokens: 20, output_tokens_details: { thinking_tokens: 5 } },
    });
  });
});

describe('toolCalls, read by anthropic', () => {
  test('parallel calls after a text -> tool calls with their input', async () => {
    const zurich = { id: 'toolu_mine', name: 'weather', arguments: { city: 'Zürich' } };
    const nothing = { name: 'weather', arguments: '' };
    await start({ script: [toolCalls([WEATHER, zurich, nothing], { text: 'Looking.' })] });
    const response = await ask(server, { tools: [WEATHER_TOOL] });
    expect(response).toMatchObject({ finishReason: 'tool-calls', rawFinishReason: 'tool_use' });
    expect(response.content).toMatchObject([
      { type: 'text', text: 'Looking.' },
      { toolCallId: 'call_1_0', toolName: 'weather', input: '{"city":"Paris"}' },
      { toolCallId: 'toolu_mine', toolName: 'weather', input: '{"city":"Zürich"}' },
      { toolCallId: 'call_1_2', toolName: 'weather', input: '{}' },
    ]);
  });

  test('broken arguments -> the raw string', async () => {
    await start({ script: [toolCalls([{ name: 'weather', arguments: '{"city": "Par' }])] });
    const { toolCalls: calls } = await ask(server, { tools: [WEATHER_TOOL] });
    expect(calls).toMatchObject([{ input: '{"city": "Par' }]);
  });

  test('not streamed -> tool calls in the body', async () => {
    const broken = { name: 'weather', arguments: '{"city": "Par' };
    await start({ script: [toolCalls([WEATHER, broken])] });
    const model = await anthropicModel(server);
    const { content } = await model.doGenerate({ ...GREETING, tools: [WEATHER_TOOL] });
    expect(content).toMatchObject([
      { type: 'tool-call', toolCallId: 'call_1_0', input: '{"city":"Paris"}' },
      { type: 'tool-call', toolCallId: 'call_1_1', input: JSON.stringify('{"city": "Par') },
    ]);
  });

  test('the results returned -> accepted, seen by the script, no text of the user', async () => {
    const script: ModelServerOptions['script'] = (request) => {
      const results = lastToolResults(request);
      return results.length > 0 ? text(results.map(({ text: said }) => said).join()) : toolCalls([WEATHER]);
    };
    await start({ script });
    const [call] = (await ask(server, { tools: [WEATHER_TOOL] })).toolCalls;
    const prompt = toPrompt({
      messages: [
        { role: 'user', content: 'Hello there' },
        { role: 'assistant', content: [{ ...call!, input: JSON.parse(call!.input) as unknown }] },
        {
          role: 'tool',
          content: [
            {
              type: 'tool-result',
              toolCallId: call!.toolCallId,
              toolName: 'weather',
              output: { type: 'text', value: 'sunny' },
            },
          ],
        },
      ],
    });
    const { content } = await ask(server, { prompt, tools: [WEATHER_TOOL] });
    expect(content).toMatchObject([{ text: 'sunny' }]);
    const [, request] = server.requests;
    expect(request).toMatchObject({ path: '/v1/messages', text: 'Hello there' });
    expect(request!.messages.map((message) => message['role'])).toEqual(['user', 'assistant', 'user']);
    expect(offeredTools(request!)).toEqual(['weather']);
    server.assertDone();
  });
});

describe('gated, read by anthropic', () => {
  test('not released -> the first part only; released -> the rest', async () => {
    const gate = gated('first part', ', second part');
    await start({ script: [gate] });
    const seen: string[] = [];
    const reading = ask(server, {}, { onText: (delta) => void seen.push(delta) });
    await gate.started;
    await expect.poll(() => seen).toEqual(['first part']);
    gate.release();
    expect((await reading).content).toEqual([{ type: 'text', text: 'first part, second part' }]);
  });
});

describe('answer, read by anthropic', () => {
  test('a function of the request -> its reply', async () => {
    await start({ script: [answer((request) => text(`You said: ${request.text}`))] });
    expect((await ask(server)).content).toMatchObject([{ text: 'You said: Hello there' }]);
  });
});

async function start(options: ModelServerOptions): Promise<void> {
  server = await startModelServer(options);
}
