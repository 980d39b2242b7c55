import { afterEach, describe, expect, test } from 'vitest';
import { toPrompt } from '../../../../models/stream/to-prompt.js';
import {
  startModelServer,
  text,
  type ModelServer,
  type ModelServerOptions,
} from '../../../../packages/testing/model-server/index.js';
import { postChat } from '../post-chat.js';
import { rejectionOf, WEATHER_TOOL } from '../provider-models.js';
import { ask } from './anthropic-model.js';
import { errorOf, HEADERS, postMessages, question } from './post-messages.js';

let server: ModelServer;
afterEach(() => server.close({ check: false }));

const { 'x-api-key': _key, ...KEYLESS } = HEADERS;
const { 'anthropic-version': _version, ...VERSIONLESS } = HEADERS;

describe('anthropicWireFormat', () => {
  test.each([
    ['GET', '/v1/messages', 405],
    ['POST', '/v1/messages/batches', 404],
  ])('%s %s -> %i and a failure', async (method, path, status) => {
    await start({});
    const response = await fetch(server.baseUrl.replace('/v1', path), { method });
    expect(response.status).toBe(status);
    expect(await errorOf(response)).toMatchObject({ type: 'error', request_id: null });
    expect(server.takeFailures()).toMatchObject([{ kind: 'unknown-path' }]);
  });

  test('requests in both formats -> one script, one record', async () => {
    await start({ script: [text('first'), text('second')] });
    await postChat(server);
    await postMessages(server);
    expect(server.requests.map(({ n, path, text: said }) => [n, path, said])).toEqual([
      [1, '/v1/chat/completions', 'Hello there'],
      [2, '/v1/messages', 'Hello there'],
    ]);
    server.assertDone();
  });

  test('body that is not JSON -> 400', async () => {
    await start({});
    const response = await postMessages(server, '{"model": ');
    expect(response.status).toBe(400);
    expect((await errorOf(response)).error.message).toBe('The request body is not valid JSON');
  });

  test('body over 32 MB -> 413', async () => {
    await start({});
    const response = await postMessages(server, question('x'.repeat(32 * 1024 * 1024)));
    expect(response.status).toBe(413);
    expect((await errorOf(response)).error.type).toBe('request_too_large');
  });

  test("a malformed request -> 400, a failure with the provider's wording", async () => {
    await start({ script: [text('a')] });
    const response = await postMessages(server, question(''));
    expect(response.status).toBe(400);
    expect(() => server.assertDone()).toThrow(
      'request 1 was refused with 400: messages.0: all messages must have non-empty content',
    );
  });

  test('script run out -> 400, called once, the code on record', async () => {
    await start({});
    const error = await rejectionOf(ask(server));
    expect(error).toMatchObject({ statusCode: 400, isRetryable: false });
    expect(error.message).toContain("the script has run out at request 1, last user text 'Hello there'");
    expect(server.requests[0]!.refusal).toMatchObject({ code: 'script_exhausted' });
  });

  test('not strict -> a malformed request without headers is answered', async () => {
    await start({ strict: false, script: [text('whatever')] });
    expect((await postMessages(server, { messages: [] }, { headers: {} })).status).toBe(200);
  });

  test('a model it does not have -> 404', async () => {
    await start({ models: ['a'] });
    const response = await postMessages(server);
    expect(response.status).toBe(404);
    expect((await errorOf(response)).error).toEqual({ type: 'not_found_error', message: 'model: m' });
  });
});

describe('validate, asked by anthropic', () => {
  test('system, pictures, a failed tool, thinking, cache marks and a choice -> accepted', async () => {
    await start({ script: [text('ok')] });
    const prompt = toPrompt({
      system: 'Be kind',
      messages: [
        { role: 'user', content: [{ type: 'image', image: new Uint8Array([1]), mediaType: 'image/png' }] },
        { role: 'user', content: 'What is it? ' },
        {
          role: 'assistant',
          content: [
            { type: 'reasoning', text: 'Hm.', providerOptions: { anthropic: { signature: 's' } } },
            { type: 'text', text: 'Looking.\n' },
            { type: 'tool-call', toolCallId: 'c1', toolName: 'weather', input: {} },
          ],
        },
        {
          role: 'tool',
          content: [
            {
              type: 'tool-result',
              toolCallId: 'c1',
              toolName: 'weather',
              output: { type: 'error-text', value: 'No city' },
              providerOptions: { anthropic: { cacheControl: { type: 'ephemeral', ttl: '1h' } } },
            },
          ],
        },
      ],
    });
    await ask(server, {
      prompt,
      maxOutputTokens: 2000,
      tools: [WEATHER_TOOL],
      toolChoice: { type: 'auto' },
      stopSequences: ['END'],
      providerOptions: { anthropic: { thinking: { type: 'enabled', budgetTokens: 1024 } } },
    });
    expect(server.requests[0]!.body).toMatchObject({
      thinking: { type: 'enabled' },
      tool_choice: { type: 'auto' },
    });
    expect(server.requests[0]!.text).toBe('What is it? ');
    server.assertDone();
  });
});

describe('checkHeaders', () => {
  test.each([
    ['no key', KEYLESS, 401, 'x-api-key header is required'],
    ['no version', VERSIONLESS, 400, 'anthropic-version: header is required'],
    [
      'an unknown version',
      { ...HEADERS, 'anthropic-version': '2020-01-01' },
      400,
      'anthropic-version: "2020-01-01" is not a valid version',
    ],
  ])('%s -> %i and a failure', async (_, headers, status, message) => {
    await start({ script: [text('ok')] });
    const response = await postMessages(server, question('q'), { headers });
    expect(response.status).toBe(status);
    expect((await errorOf(response)).error.message).toBe(message);
    expect(server.takeFailures()).toMatchObject([{ kind: 'refused-request' }]);
    expect((await postMessages(server)).status).toBe(200);
  });

  test('a bearer token for a key -> answered', async () => {
    await start({ script: [text('ok')] });
    const headers = { ...KEYLESS, authorization: 'Bearer token' };
    expect((await postMessages(server, question('q'), { headers })).status).toBe(200);
  });
});

describe('checkAnthropicKey', () => {
  test.each([
    ['no key', KEYLESS, 'x-api-key header is required'],
    ['another key', HEADERS, 'invalid x-api-key'],
    ['another token', { ...KEYLESS, authorization: 'Bearer token' }, 'Invalid bearer token'],
  ])('%s -> 401, no failure', async (_, headers, message) => {
    await start({ apiKey: 'sk-right' });
    const response = await postMessages(server, question('q'), { headers });
    expect(response.status).toBe(401);
    expect((await errorOf(response)).error).toEqual({ type: 'authentication_error', message });
    expect(server.failures).toEqual([]);
  });

  test.each([
    ['key', HEADERS],
    ['token', { ...KEYLESS, authorization: 'Bearer sk-ant-test' }],
  ])('that %s -> answered', async (_, headers) => {
    await start({ apiKey: 'sk-ant-test', script: [text('ok')] });
    expect((await postMessages(server, question('q'), { headers })).status).toBe(200);
  });
});

describe('checkPromptLength', () => {
  test('prompt over the window -> 400, no failure, the script is not used up', async () => {
    await start({ contextWindow: 10, countTokens: () => 11, script: [text('ok')] });
    const response = await postMessages(server);
    expect(response.status).toBe(400);
    expect((await errorOf(response)).error.message).toBe('prompt is too long: 11 tokens > 10 maximum');
    expect(server.pending).toHaveLength(1);
    expect(server.failures).toEqual([]);
  });

  test('prompt and room for the answer over the window -> 400 that names both', async () => {
    await start({ contextWindow: 10, countTokens: () => 8 });
    const { error } = await errorOf(await postMessages(server, question('q', { max_tokens: 3 })));
    expect(error.message).toBe(
      'input length and `max_tokens` exceed context limit: 8 + 3 > 10, decrease input length or `max_tokens` and try again',
    );
  });

  test('prompt and room for the answer as long as the window -> answered', async () => {
    await start({ contextWindow: 10, countTokens: () => 8, script: [text('ok')] });
    expect((await postMessages(server, question('q', { max_tokens: 2 }))).status).toBe(200);
  });
});

async function start(options: ModelServerOptions): Promise<void> {
  server = await startModelServer(options);
}
