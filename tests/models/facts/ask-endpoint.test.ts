import { describe, expect, test } from 'vitest';
import { checkModelFacts } from '../../../cli/doctor/check-models.js';
import { askEndpoint } from '../../../models/facts/ask-endpoint.js';
import { lookUpModel } from '../../../models/facts/model-table.js';
import { createModelRegistry } from '../../../models/model-registry.js';
import { learnModels } from '../../../worker/learn-models.js';
import { refusedBaseUrl, sendJson, startModelServer } from '../fixtures/model-server.js';

const LLAMA_CPP = {
  '/props': { default_generation_settings: { n_ctx: 8_192 }, modalities: { vision: false, audio: false } },
  '/v1/models': { data: [{ id: 'qwen', meta: { n_ctx_train: 40_960 } }] },
};
const VLLM = { '/v1/models': { data: [{ id: 'other' }, { id: 'qwen', max_model_len: 16_384 }] } };
const SHOWN = {
  parameters: 'temperature 0.6\nnum_ctx                        12288\nstop "x"',
  model_info: { 'general.architecture': 'qwen3', 'qwen3.context_length': 40_960 },
  capabilities: ['completion', 'tools'],
};
const TRAINED = { ...SHOWN, parameters: 'temperature 0.6' };
const LOADED = { models: [{ name: 'qwen:latest', context_length: 4_096 }] };

describe('askEndpoint', () => {
  test.each([
    ['llama.cpp', LLAMA_CPP, { window: 8_192, images: false }],
    ['vLLM', VLLM, { window: 16_384 }],
    ['Ollama, a length set', { '/api/show': SHOWN }, { window: 12_288, images: false, tools: true }],
    [
      'Ollama, loaded',
      { '/api/show': TRAINED, '/api/ps': LOADED },
      { window: 4_096, images: false, tools: true },
    ],
    ['Ollama, at rest', { '/api/show': TRAINED }, { window: 40_960, images: false, tools: true }],
    ['a server that tells nothing', { '/v1/models': { data: [{ id: 'qwen' }] } }, {}],
    [
      'nonsense',
      { '/props': { default_generation_settings: { n_ctx: -1 } }, '/api/show': [], '/v1/models': 5 },
      {},
    ],
  ])('%s -> the facts that it reports', async (_name, answers, told) => {
    const { baseUrl, requests } = await serve(answers);
    expect(await askEndpoint({ baseUrl, apiKey: 'k' }, 'qwen')).toEqual(told);
    expect(requests.every(({ headers }) => headers.authorization === 'Bearer k')).toBe(true);
  });

  test('no server, a server that hangs -> no facts, and nothing waits for long', async () => {
    expect(await askEndpoint({ baseUrl: await refusedBaseUrl() }, 'qwen')).toBeUndefined();
    const silent = await startModelServer(() => undefined);
    expect(await askEndpoint({ baseUrl: silent.baseUrl }, 'qwen')).toBeUndefined();
  });
});

describe('learnModels', () => {
  test('an endpoint with facts, one that is down, one without facts -> learned; one warning each with the setting', async () => {
    const notes: string[] = [];
    const custom = {
      told: { baseUrl: (await serve(LLAMA_CPP)).baseUrl, models: { qwen: { images: true } } },
      down: { baseUrl: await refusedBaseUrl() },
      mute: { baseUrl: (await serve({ '/v1/models': {} })).baseUrl },
    };
    const registry = createModelRegistry({ custom });
    const models = ['told:qwen', 'down:m', 'mute:m', 'openai:gpt-4o'].map((id) => ({ id, hasWindow: false }));
    const own = { id: 'mute:own', hasWindow: true };
    const learning = learnModels([...models, own], { registry, note: (_level, text) => notes.push(text) });
    await learning.asked;
    await learning.stop();
    expect(lookUpModel('told:qwen')).toMatchObject({
      contextWindow: 8_192,
      takesPictures: true,
      sources: { window: 'endpoint', images: 'config' },
    });
    expect(notes.toSorted()).toEqual([
      "The window of model 'down:m' is not known, and its endpoint does not answer: 128000 tokens are assumed. Set models.down.models['m'].window in threadline.config.ts",
      "The window of model 'mute:m' is not known: 128000 tokens are assumed. Set models.mute.models['m'].window in threadline.config.ts",
    ]);
  });
});

describe('checkModelFacts', () => {
  test('a known model, an unknown one, one whose endpoint is down -> each fact with its source', () => {
    const known = checkModelFacts('openai:gpt-4o', { hasWindow: false, isSilent: false });
    expect(known).toMatchObject({
      status: 'ok',
      found:
        'window 128,000 (table of models), output limit 16,384 (table of models), $2.5 and $10 per million tokens (table of models), supports images (table of models), supports tools (table of models), token factor 1 (table of models)',
    });
    expect(known.facts).toContainEqual({
      fact: 'price',
      value: { input: '2.5', output: '10' },
      source: 'table',
    });
    const unknown = checkModelFacts('strange:m', { hasWindow: false, isSilent: false });
    expect(unknown).toMatchObject({
      status: 'warn',
      found:
        'window 128,000 (assumed), no output limit (assumed), price unknown (assumed), supports images (assumed), supports tools (assumed), token factor 1 (assumed)',
      remedy: "Set models.strange.models['m'].window in threadline.config.ts",
    });
    expect(unknown.facts).toContainEqual({ fact: 'price', value: null, source: 'assumed' });
    const silent = checkModelFacts('strange:m', { hasWindow: true, isSilent: true });
    expect(silent).toMatchObject({ status: 'warn', remedy: 'Start it' });
  });
});

async function serve(answers: Readonly<Record<string, unknown>>) {
  return startModelServer((response, { path }) =>
    Object.hasOwn(answers, path) ? sendJson(response, 200, answers[path]) : sendJson(response, 404, {}),
  );
}
