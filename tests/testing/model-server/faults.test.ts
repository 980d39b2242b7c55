import { APICallError } from '@ai-sdk/provider';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  fault,
  startModelServer,
  text,
  type ModelServer,
} from '../../../packages/testing/model-server/index.js';
import { errorOf, postChat } from './post-chat.js';
import {
  collectParts,
  GREETING,
  isWholeAnswer,
  partOf,
  PROVIDERS,
  providerModel,
  rejectionOf,
  textOf,
} from './provider-models.js';

let server: ModelServer;
beforeEach(async () => {
  server = await startModelServer();
});
afterEach(() => server.close());

describe.each(PROVIDERS)('fault, read by %s', (provider) => {
  const call = () => collectParts(providerModel(provider, server.baseUrl));

  test.each([400, 401, 402, 403, 404, 413, 422] as const)(
    'status %i -> thrown at the call, not retryable',
    async (status) => {
      server.reply(fault.status(status));
      expect(await callError()).toMatchObject({ statusCode: status, isRetryable: false });
    },
  );

  test.each([408, 409, 429, 500, 502, 503, 529] as const)(
    'status %i -> thrown at the call, retryable',
    async (status) => {
      server.reply(fault.status(status));
      expect(await callError()).toMatchObject({ statusCode: status, isRetryable: true });
    },
  );

  test('rateLimited -> 429 with both headers, in lower case', async () => {
    server.reply(fault.rateLimited({ retryAfterMs: 250, retryAfter: 1 }));
    const error = await callError();
    expect(error).toMatchObject({ statusCode: 429, isRetryable: true });
    expect(error.responseHeaders).toMatchObject({ 'retry-after-ms': '250', 'retry-after': '1' });
    expect(error.message).toContain('Please try again in 250ms.');
  });

  test('rateLimited without waits -> neither header', async () => {
    server.reply(fault.rateLimited());
    const { responseHeaders = {} } = await callError();
    expect(Object.keys(responseHeaders).filter((name) => name.startsWith('retry'))).toEqual([]);
  });

  test('contextLength -> 400 with the code and the wording of the provider', async () => {
    server.reply(fault.contextLength({ limit: 8192, actual: 8227 }));
    const error = await callError();
    expect(error).toMatchObject({ statusCode: 400, isRetryable: false });
    expect(error.message).toBe(
      "This model's maximum context length is 8192 tokens. However, your messages resulted in 8227 tokens. Please reduce the length of the messages.",
    );
    expect(error.responseBody).toContain('"code":"context_length_exceeded"');
  });

  test('closeConnection -> thrown at the call, no status, retryable', async () => {
    server.reply(fault.closeConnection());
    const error = await callError();
    expect(error).toMatchObject({ statusCode: undefined, isRetryable: true });
  });

  test('cutMidStream -> the text, then the iteration throws with status 200', async () => {
    server.reply(fault.cutMidStream('half an ans'));
    const { stream } = await providerModel(provider, server.baseUrl).doStream(GREETING);
    let seen = '';
    const error = await rejectionOf(
      (async () => {
        for await (const part of stream) if (part.type === 'text-delta') seen += part.delta;
      })(),
    );
    expect(seen).toBe('half an ans');
    expect(APICallError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({ statusCode: 200, isRetryable: true });
    expect(server.requests[0]!.closedByClientAt).toBeUndefined();
  });

  test('endEarly -> the text, then no whole answer', async () => {
    server.reply(fault.endEarly('half'));
    const parts = await call();
    expect(textOf(parts)).toBe('half');
    expect(isWholeAnswer(parts)).toBe(false);
  });

  test('brokenJson -> an error part, and the stream continues to a finish', async () => {
    server.reply(fault.brokenJson('half'));
    const parts = await call();
    expect(textOf(parts)).toBe('half');
    expect(partOf(parts, 'error')!.error).toMatchObject({ name: 'AI_JSONParseError' });
    expect(partOf(parts, 'finish')!.finishReason.raw).toBe('stop');
  });

  test('errorMidStream -> an error part and finish error', async () => {
    server.reply(fault.errorMidStream('half'));
    const parts = await call();
    expect(textOf(parts)).toBe('half');
    expect(JSON.stringify(partOf(parts, 'error'))).toContain('The server had an error');
    expect(partOf(parts, 'finish')!.finishReason.unified).toBe('error');
  });

  test.each(['html', 'emptyBody'] as const)('%s -> no text and no whole answer', async (name) => {
    server.reply(fault[name]());
    const parts = await call();
    expect(textOf(parts)).toBe('');
    expect(isWholeAnswer(parts)).toBe(false);
  });

  test('hang -> no headers; the server sees an abort', async () => {
    server.reply(fault.hang());
    const controller = new AbortController();
    const model = providerModel(provider, server.baseUrl);
    const called = model.doStream({ ...GREETING, abortSignal: controller.signal });
    await expect.poll(() => server.requests).toHaveLength(1);
    controller.abort();
    await rejectionOf(called);
    await expect.poll(() => server.requests[0]!.closedByClientAt, { interval: 1 }).toBeDefined();
  });

  test('hangMidStream -> the text, then nothing; leaving the loop closes the connection', async () => {
    server.reply(fault.hangMidStream('so far'));
    const { stream } = await providerModel(provider, server.baseUrl).doStream(GREETING);
    let seen = '';
    for await (const part of stream) {
      if (part.type === 'text-delta') seen += part.delta;
      if (seen === 'so far') break;
    }
    await expect.poll(() => server.requests[0]!.closedByClientAt, { interval: 1 }).toBeDefined();
  });

  test('a fault, then an answer -> the next request receives it', async () => {
    server.reply(fault.status(500), text('back'));
    await callError();
    const parts = await call();
    expect(textOf(parts)).toBe('back');
    expect(isWholeAnswer(parts)).toBe(true);
    server.assertDone();
  });

  async function callError(): Promise<APICallError> {
    const error: unknown = await rejectionOf(call());
    expect(APICallError.isInstance(error)).toBe(true);
    return error as APICallError;
  }
});

describe('fault, not streamed', () => {
  test('endEarly -> a body that is not JSON', async () => {
    server.reply(fault.endEarly('half'));
    await expect((await postChat(server)).json()).rejects.toThrow();
  });

  test('cutMidStream -> no answer', async () => {
    server.reply(fault.cutMidStream('half'));
    await expect(postChat(server)).rejects.toThrow('fetch failed');
  });

  test('errorMidStream -> 500', async () => {
    server.reply(fault.errorMidStream('half'));
    expect((await postChat(server)).status).toBe(500);
  });
});

describe('fault.status', () => {
  test.each([
    [401, 'invalid_request_error', 'invalid_api_key', /^Incorrect API key provided: sk-/],
    [402, 'insufficient_quota', 'insufficient_quota', /^You exceeded your current quota/],
    [403, 'request_forbidden', 'unsupported_country_region_territory', /not supported$/],
    [404, 'invalid_request_error', 'model_not_found', /^The model `m` does not exist/],
    [429, 'insufficient_quota', 'insufficient_quota', /^You exceeded your current quota/],
    [500, 'server_error', null, /^The server had an error processing your request/],
    [502, 'cf_bad_gateway', 502, /^Bad gateway/],
    [503, 'server_error', null, /currently overloaded/],
    [529, 'server_error', null, /currently overloaded/],
  ] as const)('%i -> the type, code and wording of the provider', async (status, type, code, message) => {
    server.reply(fault.status(status));
    const response = await postChat(server);
    expect(response.status).toBe(status);
    expect(await errorOf(response)).toMatchObject({ type, code, message: expect.stringMatching(message) });
  });

  test('given wording -> that wording', async () => {
    server.reply(fault.status(400, { message: 'Odd prompt', code: 'invalid_prompt' }));
    expect(await errorOf(await postChat(server))).toMatchObject({
      message: 'Odd prompt',
      code: 'invalid_prompt',
    });
  });
});
