import { createOpenAI } from '@ai-sdk/openai';
import type { LanguageModelV2, LanguageModelV2StreamPart } from '@ai-sdk/provider';
import { afterEach, describe, expect, test } from 'vitest';
import { lookUpModel, usageCost } from '../../../models/facts/model-table.js';
import { createOfflineModel } from '../../../models/offline/offline-model.js';
import { createModelRegistry } from '../../../models/model-registry.js';
import type { ModelSource } from '../../../models/sources/model-source.js';
import { readStream } from '../../../models/stream/read-stream.js';
import { startModelServer, text, type ModelServer } from '../../../packages/testing/model-server/index.js';

const HELLO = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'Hello' }] }];

let server: ModelServer | undefined;
afterEach(() => server?.close());

describe('models of a config', () => {
  test('two endpoints by name -> each is called at its address, with its key and headers', async () => {
    server = await startModelServer({ script: [text('from a'), text('from b')] });
    const { baseUrl } = server;
    const custom = {
      'house-a': { baseUrl, apiKey: 'key-a' },
      b: { baseUrl, headers: { 'x-team': 'blue' } },
    };
    expect(await ask(custom, 'house-a:qwen:7b')).toBe('from a');
    expect(await ask(custom, 'b:llama')).toBe('from b');
    const [first, second] = server.requests;
    expect(first).toMatchObject({ body: { model: 'qwen:7b' }, headers: { authorization: 'Bearer key-a' } });
    expect(second).toMatchObject({ body: { model: 'llama' }, headers: { 'x-team': 'blue' } });
    expect(second!.headers).not.toHaveProperty('authorization');
    expect(createModelRegistry({ custom }).findEndpoint('b:llama')).toMatchObject({ baseUrl });
  });

  test('a provider of the AI SDK, one with facts, one of its models, a function -> all answer', async () => {
    server = await startModelServer({ script: () => text('Hi.') });
    const openai = createOpenAI({ baseURL: server.baseUrl, apiKey: 'k', name: 'house' });
    const chat = { languageModel: (modelId: string) => openai.chat(modelId) };
    const custom = {
      one: chat,
      two: { provider: chat, models: {} },
      three: openai.chat('m3'),
      four: (modelId: string) => openai.chat(modelId),
    };
    for (const name of Object.keys(custom)) expect(await ask(custom, `${name}:m`)).toBe('Hi.');
    expect(server.requests.map(({ body }) => body['model'])).toEqual(['m', 'm', 'm3', 'm']);
    const made = await createModelRegistry({ custom: { real: openai } }).resolve('real:gpt-4o');
    expect(made.modelId).toBe('gpt-4o');
  });

  test('a model of the AI SDK 5 -> answers with its usage; without a finish reason it counts as cut off', async () => {
    const whole = oldModel({ finishReason: 'stop' });
    const { content, usage, finishReason } = await answerOf({ old: whole.model }, 'old:any');
    expect(content).toEqual([{ type: 'text', text: 'Old.' }]);
    expect(usage).toMatchObject({ inputTokens: 7, outputTokens: 3, cacheReadTokens: 2, reasoningTokens: 1 });
    expect(finishReason).toBe('stop');
    await expect(answerOf({ old: oldModel({ finishReason: 'unknown' }).model }, 'old:any')).rejects.toThrow(
      'ended before',
    );
  });

  test.each<[string, unknown, string]>([
    [
      'a later interface',
      { ...createOfflineModel(), specificationVersion: 'v5' },
      "has version 'v5' of the AI SDK's",
    ],
    ['a function that gives none', () => ({}), 'return one that has doStream'],
  ])('%s -> refused when its model is resolved', async (_name, source, message) => {
    const custom = { odd: source as ModelSource };
    await expect(createModelRegistry({ custom }).resolve('odd:m')).rejects.toThrow(message);
  });

  test.each<[string, unknown, string]>([
    ['no address', { baseUrl: 'localhost:8080' }, "models.odd.baseUrl must be an address such as 'http://"],
    [
      'an unknown field',
      { baseUrl: 'http://h/v1', key: 'k' },
      "models.odd has the unknown field 'key'; known are",
    ],
    [
      'an unknown fact',
      { baseUrl: 'http://h/v1', models: { m: { contextWindow: 5 } } },
      "models.odd.models['m'] has the unknown field 'contextWindow'",
    ],
    [
      'a window that is none',
      { models: { m: { window: 0.5 } } },
      "models['m'].window must be a whole number of tokens",
    ],
    [
      'a place of system messages that is none',
      { models: { m: { systemMessages: 'last' } } },
      "models['m'].systemMessages must be 'anywhere' or 'first' or 'none'",
    ],
    [
      'a price with a sign',
      { models: { m: { price: { input: -1, output: 1 } } } },
      "models['m'].price must be { input, output }",
    ],
    [
      'whole answers of a model without an endpoint',
      { provider: () => createOfflineModel(), models: { m: { stream: false } } },
      "models.odd.models['m'].stream can be false only for a model of an endpoint with a baseUrl",
    ],
    [
      'a stall limit beyond that of the HTTP client',
      { baseUrl: 'http://h/v1', models: { m: { stallMs: 300_000 } } },
      "models['m'].stallMs must be a whole number of milliseconds from 1000 to 290000",
    ],
    ['something else', { url: 'http://h/v1' }, 'models.odd must be a provider of the AI SDK'],
    ['a text', 'http://h/v1', 'models.odd must be a provider of the AI SDK'],
  ])('%s -> an error with the field and its form', (_name, source, message) => {
    expect(() => createModelRegistry({ custom: { odd: source as ModelSource } })).toThrow(message);
  });
});

describe('findStallMs', () => {
  test('the limit of the model, else that of the environment, else two minutes', () => {
    const custom = { patient: { baseUrl: 'http://h/v1', models: { slow: { stallMs: 200_000 } } } };
    const registry = createModelRegistry({ custom, stallMs: 30_000 });
    expect(registry.findStallMs('patient:slow')).toBe(200_000);
    expect(registry.findStallMs('patient:other')).toBe(30_000);
    expect(createModelRegistry({ custom }).findStallMs('patient:other')).toBe(120_000);
  });
});

describe('lookUpModel', () => {
  test("system messages -> anywhere at OpenAI's own endpoint, first elsewhere, unless the config says otherwise", () => {
    const places = (...ids: string[]) => ids.map((id) => lookUpModel(id).template.systemMessages);
    createModelRegistry({ openai: { apiKey: 'k' } });
    expect(places('openai:gpt-5', 'openai-responses:gpt-5', 'gpt-5', 'offline:echo')).toEqual(
      Array(4).fill('anywhere'),
    );
    expect(places('anthropic:claude-sonnet-4-5', 'local:qwen3', 'qwen3', '')).toEqual(Array(4).fill('first'));
    createModelRegistry({
      openai: { baseUrl: 'http://h/v1' },
      custom: { hub: { baseUrl: 'http://h/v1', models: { any: { systemMessages: 'anywhere' } } } },
    });
    expect(places('openai:gpt-5', 'openai-responses:gpt-5', 'hub:other')).toEqual(Array(3).fill('first'));
    expect(places('hub:any')).toEqual(['anywhere']);
  });

  test('a fact in the config -> overrides the table, fact by fact, and the sources show it', () => {
    createModelRegistry({
      custom: {
        openai: { models: { 'gpt-5': { window: 64_000, tools: false } } },
        own: {
          baseUrl: 'http://h/v1',
          models: { qwen: { price: { input: 0.5, output: '1.25' }, images: false } },
        },
      },
    });
    expect(lookUpModel('openai:gpt-5')).toMatchObject({
      contextWindow: 64_000,
      maxInputTokens: undefined,
      maxOutputTokens: 128_000,
      takesTools: false,
      sources: { window: 'config', outputLimit: 'table', price: 'table', images: 'table', tools: 'config' },
    });
    expect(lookUpModel('own:qwen')).toMatchObject({
      contextWindow: 128_000,
      takesPictures: false,
      sources: {
        window: 'assumed',
        outputLimit: 'assumed',
        price: 'config',
        images: 'config',
        tools: 'assumed',
      },
    });
    expect(usageCost({ model: 'own:qwen', inputTokens: 1_000_000, outputTokens: 2_000_000 })).toBe(
      '3.000000000000',
    );
    createModelRegistry({
      custom: { own: { baseUrl: 'http://h/v1', models: { small: { outputLimit: 1_024 } } } },
    });
    expect(lookUpModel('own:small')).toMatchObject({ maxOutputTokens: 1_024, outputLimit: 1_024 });
    expect(lookUpModel('openai:gpt-4o')).toMatchObject({ maxOutputTokens: 16_384, outputLimit: undefined });
    expect(lookUpModel('own:other')).toMatchObject({
      takesPictures: true,
      takesTools: true,
      price: undefined,
    });
  });
});

async function answerOf(custom: Record<string, ModelSource>, id: string) {
  const model = await createModelRegistry({ custom }).resolve(id);
  return readStream({ model, options: { prompt: HELLO } });
}

async function ask(custom: Record<string, ModelSource>, id: string): Promise<string> {
  const { content } = await answerOf(custom, id);
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

function oldModel({ finishReason }: { finishReason: 'stop' | 'unknown' }): { model: LanguageModelV2 } {
  const usage = {
    inputTokens: 7,
    outputTokens: 3,
    totalTokens: 10,
    cachedInputTokens: 2,
    reasoningTokens: 1,
  };
  const parts: LanguageModelV2StreamPart[] = [
    { type: 'stream-start', warnings: [] },
    { type: 'text-start', id: '1' },
    { type: 'text-delta', id: '1', delta: 'Old.' },
    { type: 'text-end', id: '1' },
    { type: 'finish', finishReason, usage },
  ];
  const stream = new ReadableStream<LanguageModelV2StreamPart>({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
  return {
    model: {
      specificationVersion: 'v2',
      provider: 'old',
      modelId: 'any',
      supportedUrls: {},
      doGenerate: () => Promise.reject(new Error('Not streamed')),
      doStream: () => Promise.resolve({ stream }),
    },
  };
}
