import type { LanguageModelV3CallOptions } from '@ai-sdk/provider';
import { afterEach, describe, expect, test } from 'vitest';
import { createModelRegistry, type ModelRegistrySettings } from '../../../models/model-registry.js';
import { startModelServer, text, type ModelServer } from '../../../packages/testing/model-server/index.js';
import {
  createScriptedSettings,
  SCRIPTED_ANTHROPIC_MODEL,
  SCRIPTED_GOOGLE_MODEL,
  SCRIPTED_MODEL,
} from '../../../packages/testing/scripted-models.js';
import { collectParts, WEATHER_TOOL } from '../../testing/model-server/provider-models.js';

type CounterAnswer = NonNullable<Parameters<typeof startModelServer>[0]>['answerCount'];

const REQUEST: LanguageModelV3CallOptions = {
  prompt: [
    { role: 'system', content: 'Answer plainly.' },
    { role: 'user', content: [{ type: 'text', text: 'What is the weather in Paris, 2026-11-25?' }] },
  ],
  tools: [WEATHER_TOOL],
  toolChoice: { type: 'auto' },
  maxOutputTokens: 500,
  temperature: 0.5,
  stopSequences: ['END'],
};

let server: ModelServer;
afterEach(() => server.close());

describe.each([
  [SCRIPTED_ANTHROPIC_MODEL, 'count_tokens', '/v1/messages/count_tokens', 'x-api-key'],
  [SCRIPTED_GOOGLE_MODEL, 'countTokens', '/v1/models/gemini-3-flash-scripted:countTokens', 'x-goog-api-key'],
])('count, %s', (model, by, path, keyHeader) => {
  test('a request with tools and settings -> the tokens of the real request, with the same key', async () => {
    const registry = await start();
    const counted = await registry.count(model, REQUEST);
    await collectParts(await registry.resolve(model), REQUEST);
    expect(counted).toEqual({ tokens: server.requests[0]!.tokens, by });
    expect(server.counted).toMatchObject([{ path, headers: { [keyHeader]: 'test' } }]);
  });

  test.each<[string, CounterAnswer]>([
    ['404', () => ({ status: 404, body: '{"error":{"message":"Not Found"}}' })],
    ['500', () => ({ status: 500, body: 'Internal Server Error' })],
    ['no answer', () => null],
    ['no JSON', () => ({ status: 200, body: '<html>' })],
    ['another field', () => ({ status: 200, body: '{"tokens":5}' })],
    ['a negative count', () => ({ status: 200, body: '{"input_tokens":-5,"totalTokens":-5}' })],
    ['a text', () => ({ status: 200, body: '{"input_tokens":"9","totalTokens":"9"}' })],
  ])('%s -> no count, and the counter is skipped for a while', async (_case, answerCount) => {
    const registry = await start({ answerCount });
    expect(await registry.count(model, REQUEST)).toBeUndefined();
    expect(await registry.count(model, REQUEST)).toBeUndefined();
    expect(server.counted).toHaveLength(1);
  });

  test.each([
    ['switched off', { asksCounters: false }],
    [
      "the project's own provider under this name",
      { custom: { [prefixOf(model)]: () => Promise.reject(new Error('own')) } },
    ],
  ] as [string, Partial<ModelRegistrySettings>][])(
    '%s -> the counter is not called',
    async (_case, settings) => {
      const registry = await start(settings);
      expect(await registry.count(model, REQUEST)).toBeUndefined();
      expect(server.counted).toEqual([]);
    },
  );
});

describe('count', () => {
  test('a provider without a counter, an unknown provider, no provider -> no count', async () => {
    const registry = await start();
    for (const model of [SCRIPTED_MODEL, 'nobody:m', 'm'])
      expect(await registry.count(model, REQUEST)).toBeUndefined();
  });
});

async function start({
  answerCount,
  ...settings
}: Partial<ModelRegistrySettings> & { answerCount?: CounterAnswer } = {}) {
  server = await startModelServer({ script: () => text('Sunny.'), answerCount });
  return createModelRegistry({ ...createScriptedSettings(server.baseUrl), ...settings });
}

function prefixOf(model: string): string {
  return model.slice(0, model.indexOf(':'));
}
