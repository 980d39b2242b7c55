import type { LanguageModelV3, LanguageModelV3StreamPart, LanguageModelV3Usage } from '@ai-sdk/provider';
import { CancelledFailure } from '@temporalio/common';
import { describe, expect, test } from 'vitest';
import { readStream } from '../../../models/stream/read-stream.js';
import { createModelRegistry } from '../../../models/model-registry.js';
import { toModelFailure } from '../../../models/failures/to-model-failure.js';
import { sendChunks, startModelServer } from '../fixtures/model-server.js';

const OPTIONS = { prompt: [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'hi' }] }] };
const NO_USAGE: LanguageModelV3Usage = {
  inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
};
const FINISH: LanguageModelV3StreamPart = {
  type: 'finish',
  usage: NO_USAGE,
  finishReason: { unified: 'stop', raw: 'stop' },
};

describe('readStream', () => {
  test('a whole answer over HTTP -> text, usage, finish reason, ids', async () => {
    const server = await startModelServer((response) =>
      sendChunks(response, [{ role: 'assistant', content: 'Hel' }, { content: 'lo' }], 'stop'),
    );
    const deltas: string[] = [];
    const firsts: number[] = [];
    const response = await readStream({
      model: await modelAt(server.baseUrl),
      options: OPTIONS,
      onText: (delta) => void deltas.push(delta),
      onFirstToken: () => void firsts.push(deltas.length),
    });
    expect(deltas).toEqual(['Hel', 'lo']);
    expect(firsts).toEqual([0]);
    expect(response).toMatchObject({
      content: [{ type: 'text', text: 'Hello' }],
      toolCalls: [],
      finishReason: 'stop',
      rawFinishReason: 'stop',
      responseId: 'chat-1',
      usage: { inputTokens: 11, outputTokens: 7 },
    });
  });

  test('P44: several texts in one answer -> joined by a newline, regardless of what lies between', async () => {
    const deltas: string[] = [];
    await readStream({
      model: modelOf([
        { type: 'text-start', id: 'a' },
        { type: 'text-delta', id: 'a', delta: 'on' },
        { type: 'text-delta', id: 'a', delta: 'e' },
        { type: 'text-end', id: 'a' },
        { type: 'reasoning-start', id: 'r' },
        { type: 'reasoning-delta', id: 'r', delta: 'hm' },
        { type: 'reasoning-end', id: 'r' },
        { type: 'text-start', id: 'b' },
        { type: 'text-delta', id: 'b', delta: '' },
        { type: 'text-delta', id: 'b', delta: 'two' },
        FINISH,
      ]),
      options: OPTIONS,
      onText: (delta) => void deltas.push(delta),
    });
    expect(deltas.join('')).toBe('one\ntwo');
  });

  test('a tool call with broken JSON over HTTP -> its input as raw text', async () => {
    const call = {
      index: 0,
      id: 'c1',
      type: 'function',
      function: { name: 'get_weather', arguments: '{bad json' },
    };
    const server = await startModelServer((response) =>
      sendChunks(response, [{ tool_calls: [call] }], 'tool_calls'),
    );
    const response = await readStream({ model: await modelAt(server.baseUrl), options: OPTIONS });
    expect(response.toolCalls).toMatchObject([
      { toolCallId: 'c1', toolName: 'get_weather', input: '{bad json' },
    ]);
    expect(response.finishReason).toBe('tool-calls');
  });

  test('P49: no usage -> zeros, the call succeeds', async () => {
    const { usage, content } = await readStream({ model: modelOf([FINISH]), options: OPTIONS });
    expect(Object.values(usage)).toEqual([0, 0, 0, 0, 0]);
    expect(content).toEqual([]);
  });

  test('reasoning with a signature -> kept in order, metadata as providerOptions', async () => {
    const parts: LanguageModelV3StreamPart[] = [
      { type: 'reasoning-start', id: '1', providerMetadata: { anthropic: { item: 'i' } } },
      { type: 'reasoning-delta', id: '1', delta: 'hm' },
      { type: 'reasoning-delta', id: '1', delta: '', providerMetadata: { anthropic: { signature: 's' } } },
      { type: 'reasoning-end', id: '1' },
      { type: 'text-start', id: '1' },
      { type: 'text-delta', id: '1', delta: 'ok' },
      { type: 'text-end', id: '1' },
      { type: 'text-start', id: '2' },
      { type: 'text-end', id: '2' },
      FINISH,
    ];
    const heard: string[] = [];
    const { content } = await readStream({
      model: modelOf(parts),
      options: OPTIONS,
      onReasoning: (delta) => void heard.push(delta),
    });
    expect(heard).toEqual(['hm']);
    expect(content).toEqual([
      { type: 'reasoning', text: 'hm', providerOptions: { anthropic: { item: 'i', signature: 's' } } },
      { type: 'text', text: 'ok' },
    ]);
  });

  test.each<[string, LanguageModelV3StreamPart[]]>([
    ['no finish part', []],
    ['an error part before a finish', [{ type: 'error', error: new Error('x') }, FINISH]],
    ['finish "other" without a reason', [{ ...FINISH, finishReason: { unified: 'other', raw: undefined } }]],
  ])('%s -> Model.Unavailable', async (_name, parts) => {
    const error: unknown = await readStream({ model: modelOf(parts), options: OPTIONS }).catch(
      (thrown: unknown) => thrown,
    );
    expect(toModelFailure(error)).toMatchObject({ type: 'Model.Unavailable', nonRetryable: false });
  });

  test('finish "other" with a reason -> a success', async () => {
    const finish = { ...FINISH, finishReason: { unified: 'other' as const, raw: 'pause_turn' } };
    expect((await readStream({ model: modelOf([finish]), options: OPTIONS })).rawFinishReason).toBe(
      'pause_turn',
    );
  });

  test('no headers in time -> Model.Unavailable, connection closed', async () => {
    const server = await startModelServer(() => undefined);
    const call = readStream({
      model: await modelAt(server.baseUrl),
      options: OPTIONS,
      stallMs: 100,
    });
    await expect(call).rejects.toThrow(
      "Model 'm' sent nothing for 100 ms, before its answer began: check its endpoint, or raise THREADLINE_MODEL_STALL_MS",
    );
    await expect.poll(() => server.closed).toBe(1);
    expect(toModelFailure(await call.catch((error: unknown) => error))).toMatchObject({
      type: 'Model.Unavailable',
    });
  });

  test('no chunk in time -> Model.Unavailable, connection closed', async () => {
    const server = await startModelServer((response) => sendChunks(response, [{ content: 'Hel' }]));
    const call = readStream({
      model: await modelAt(server.baseUrl),
      options: OPTIONS,
      stallMs: 1_000,
    });
    await expect(call).rejects.toThrow('sent nothing for 1000 ms, after 3 bytes of its answer');
    await expect.poll(() => server.closed).toBe(1);
  });

  test.each([
    ['before the headers', false],
    ['in mid-stream', true],
  ])('aborted %s -> the reason itself, at once, connection closed', async (_name, hasHeaders) => {
    const server = await startModelServer((response) => {
      if (hasHeaders) sendChunks(response, [{ content: 'Hel' }]);
    });
    const controller = new AbortController();
    const reason = new CancelledFailure('stop');
    const model = await modelAt(server.baseUrl);
    const call = readStream({
      model,
      options: OPTIONS,
      signal: controller.signal,
      onText: () => abortSoon(),
    });
    const abortSoon = () => void setTimeout(() => controller.abort(reason), 20);
    if (!hasHeaders) setTimeout(abortSoon, 50);
    await expect(call).rejects.toBe(reason);
    await expect.poll(() => server.closed).toBe(1);
  });

  test("aborted while a callback fails because of it -> the reason, not the callback's error", async () => {
    const server = await startModelServer((response) => sendChunks(response, [{ content: 'Hel' }]));
    const controller = new AbortController();
    const reason = new CancelledFailure('stop');
    const onText = () => {
      controller.abort(reason);
      throw new Error('write aborted');
    };
    const model = await modelAt(server.baseUrl);
    await expect(readStream({ model, options: OPTIONS, signal: controller.signal, onText })).rejects.toBe(
      reason,
    );
  });

  test('already aborted -> the reason, no request', async () => {
    const server = await startModelServer((response) => response.end());
    const signal = AbortSignal.abort(new CancelledFailure('stop'));
    await expect(
      readStream({ model: await modelAt(server.baseUrl), options: OPTIONS, signal }),
    ).rejects.toThrow('stop');
    expect(server.requests).toHaveLength(0);
  });

  test('a callback that throws -> its error, connection closed', async () => {
    const server = await startModelServer((response) => sendChunks(response, [{ content: 'Hel' }]));
    const onText = () => Promise.reject(new Error('no store'));
    const call = readStream({ model: await modelAt(server.baseUrl), options: OPTIONS, onText });
    await expect(call).rejects.toThrow('no store');
    await expect.poll(() => server.closed).toBe(1);
  });
});

function modelAt(baseUrl: string) {
  return createModelRegistry({ openai: { baseUrl } }).resolve('openai:m');
}

function modelOf(parts: LanguageModelV3StreamPart[]): LanguageModelV3 {
  return {
    specificationVersion: 'v3',
    provider: 'test',
    modelId: 'm',
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error('unused')),
    doStream: () =>
      Promise.resolve({ stream: ReadableStream.from(parts) as ReadableStream<LanguageModelV3StreamPart> }),
  };
}
