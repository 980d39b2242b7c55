import { describe, expect, test } from 'vitest';
import { chooseModel } from '../../models/choose-model.js';
import { refusedBaseUrl, sendJson, startModelServer } from './fixtures/model-server.js';

const fetchModels = () => Promise.resolve(['qwen', 'llama']);
const KEYS = { openai: { apiKey: 'a' }, anthropic: { apiKey: 'b' } };
const ENDPOINT = { ...KEYS, openai: { apiKey: 'a', baseUrl: 'http://h/v1' }, fetchModels };

describe('chooseModel', () => {
  test.each([
    ['THREADLINE_MODEL', { threadlineModel: 'x:y', ...ENDPOINT }, 'x:y'],
    ['base URL', ENDPOINT, 'openai:qwen'],
    [
      "OpenAI's own base URL",
      { ...KEYS, openai: { apiKey: 'a', baseUrl: 'https://api.openai.com/v1' } },
      'openai:gpt-4o-mini',
    ],
    ['both keys', KEYS, 'openai:gpt-4o-mini'],
    ['Google key', { google: { apiKey: 'c' } }, 'google:gemini-3.5-flash-lite'],
    ['Anthropic key', { anthropic: { apiKey: 'b' } }, 'anthropic:claude-sonnet-4-5'],
    [
      'empty settings',
      { threadlineModel: '', openai: { apiKey: '', baseUrl: '' }, anthropic: { apiKey: '' } },
      'offline:demo',
    ],
    ['nothing', {}, 'offline:demo'],
  ])('%s -> decides', async (_name, settings, model) => {
    const chosen = await chooseModel(settings);
    expect(chosen.model).toBe(model);
    expect(chosen.reason).not.toBe('');
  });

  test('THREADLINE_MODEL without a provider -> names variable, value and form', async () => {
    await expect(chooseModel({ threadlineModel: 'gpt-4o' })).rejects.toThrow(
      "Environment variable THREADLINE_MODEL is 'gpt-4o' but must be 'provider:model'",
    );
  });

  test('a real endpoint -> the first of its models, the key sent', async () => {
    const server = await startModelServer((response) =>
      sendJson(response, 200, { data: [{}, { id: 'm1' }, { id: 'm2' }] }),
    );
    const chosen = await chooseModel({ openai: { baseUrl: `${server.baseUrl}/`, apiKey: 'k' } });
    expect(chosen.model).toBe('openai:m1');
    expect(server.requests[0]).toMatchObject({ path: '/v1/models', headers: { authorization: 'Bearer k' } });
  });

  test('an unreachable endpoint -> one sentence with URL and remedy', async () => {
    await expect(chooseModel({ openai: { baseUrl: await refusedBaseUrl() } })).rejects.toThrow(
      /^No models could be listed at 'http:\/\/127\.0\.0\.1:\d+\/v1\/models' \(ECONNREFUSED\): .*THREADLINE_MODEL='openai:<model>'$/,
    );
  });

  test.each([
    ['an empty list', 200, { data: [] }, /The model list at '.*\/v1\/models' is empty: .*THREADLINE_MODEL/],
    ['another form', 200, ['m1'], /is empty/],
    ['a refusal', 401, {}, /\(it answered with status 401\)/],
  ])('%s -> a clear error', async (_name, status, body, message) => {
    const server = await startModelServer((response) => sendJson(response, status, body));
    await expect(chooseModel({ openai: { baseUrl: server.baseUrl } })).rejects.toThrow(message);
  });
});
