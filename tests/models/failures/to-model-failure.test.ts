import type { ServerResponse } from 'node:http';
import { APICallError, JSONParseError, UnsupportedFunctionalityError } from '@ai-sdk/provider';
import { ApplicationFailure, CancelledFailure } from '@temporalio/common';
import { describe, expect, test } from 'vitest';
import { readStream } from '../../../models/stream/read-stream.js';
import { createModelRegistry } from '../../../models/model-registry.js';
import { MODEL_FAILURE_TYPES } from '../../../models/model-failure-types.js';
import { toModelFailure } from '../../../models/failures/to-model-failure.js';
import { refusedBaseUrl, sendChunks, sendJson, startModelServer } from '../fixtures/model-server.js';

const PROMPT = 'The secret prompt that must never be stored anywhere outside of Postgres';
const KEY = 'sk-test-1234567890abcdef';

describe('toModelFailure, by status of a real server', () => {
  test.each([
    [400, 'Model.InvalidRequest', false],
    [401, 'Model.Authentication', false],
    [402, 'Model.Authentication', false],
    [403, 'Model.Authentication', false],
    [404, 'Model.InvalidRequest', false],
    [408, 'Model.Unavailable', true],
    [409, 'Model.Unavailable', true],
    [413, 'Model.InvalidRequest', false],
    [418, 'Model.InvalidRequest', false],
    [422, 'Model.InvalidRequest', false],
    [429, 'Model.RateLimited', true],
    [500, 'Model.Unavailable', true],
    [502, 'Model.Unavailable', true],
    [503, 'Model.Unavailable', true],
    [529, 'Model.Unavailable', true],
  ])('status %d -> %s', async (status, type, isRetryable) => {
    const failure = await failureOf((response) =>
      sendJson(response, status, { error: { message: 'No luck today' } }),
    );
    expect(failure).toMatchObject({ type, message: 'No luck today', nonRetryable: !isRetryable });
    expect(failure.details).toEqual([{ status }]);
    expect(MODEL_FAILURE_TYPES).toContain(failure.type);
  });

  test.each(['openai-responses:m', 'anthropic:m'])(
    '%s, 429 with its code -> code and delay in the details',
    async (model) => {
      const body = {
        type: 'error',
        error: { type: 'rate_limit_error', message: 'Slow down', code: 'rate_limit_error' },
      };
      const failure = await failureOf(
        (response) => sendJson(response, 429, body, { 'retry-after': '3' }),
        model,
      );
      expect(failure).toMatchObject({ type: 'Model.RateLimited', nextRetryDelay: 3_000 });
      expect(failure.details).toEqual([
        { status: 429, providerCode: 'rate_limit_error', retryAfterMs: 3_000 },
      ]);
    },
  );

  test('429 because the quota is used up -> Model.Authentication, not retried', async () => {
    const error = {
      message: 'You exceeded your current quota',
      type: 'insufficient_quota',
      code: 'insufficient_quota',
    };
    const failure = await failureOf((response) => sendJson(response, 429, { error }));
    expect(failure).toMatchObject({ type: 'Model.Authentication', nonRetryable: true });
  });

  test('an error page instead of JSON -> the status line as message', async () => {
    const failure = await failureOf((response) => response.writeHead(502).end('<html>'.repeat(1_000)));
    expect(failure).toMatchObject({ type: 'Model.Unavailable', message: 'Bad Gateway' });
  });

  test.each([
    ['retry-after-ms before retry-after', { 'retry-after-ms': '250', 'retry-after': '9' }, 250],
    ['seconds', { 'retry-after': '1.5' }, 1_500],
    ['nonsense', { 'retry-after': 'soon' }, undefined],
    ['a negative number', { 'retry-after': '-5' }, undefined],
    ['a date in the past', { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' }, undefined],
    ['zero', { 'retry-after': '0' }, undefined],
    ['a million years', { 'retry-after': '31536000000000' }, 86_400_000],
  ])('%s -> nextRetryDelay %#', (_name, responseHeaders, delay) => {
    expect(toModelFailure(apiError({ statusCode: 503, responseHeaders })).nextRetryDelay ?? undefined).toBe(
      delay,
    );
  });

  test('retry-after as an HTTP date -> the time until then', () => {
    const responseHeaders = { 'retry-after': new Date(Date.now() + 60_000).toUTCString() };
    const delay = Number(toModelFailure(apiError({ statusCode: 429, responseHeaders })).nextRetryDelay);
    expect(delay).toBeGreaterThan(57_000);
    expect(delay).toBeLessThanOrEqual(60_000);
  });
});

describe('toModelFailure, by wording', () => {
  test.each([
    ['P47: empty text', 400, 'messages: text content blocks must be non-empty', 'Model.InvalidRequest'],
    ['empty account', 400, 'Your credit balance is too low to access the API.', 'Model.Authentication'],
    [
      'tokens per minute',
      429,
      'Request too large: Limit 6000, please reduce the length of the messages',
      'Model.RateLimited',
    ],
  ])('%s -> no overflow', (_name, statusCode, message, type) => {
    expect(toModelFailure(apiError({ statusCode, message })).type).toBe(type);
  });
});

const CUT = "The provider's stream ended before the answer was complete, after 3 bytes of it";

describe('toModelFailure, network', () => {
  test('refused port -> Model.Unavailable with the network code', async () => {
    const failure = await failureAt(await refusedBaseUrl());
    expect(failure).toMatchObject({ type: 'Model.Unavailable', nonRetryable: false });
    expect(failure.details).toEqual([{ providerCode: 'ECONNREFUSED' }]);
  });

  test('unknown host -> Model.Unavailable', async () => {
    expect(await failureAt('http://no-such-host.invalid/v1')).toMatchObject({ type: 'Model.Unavailable' });
  });

  test('TLS spoken to a plain server -> Model.Unavailable', async () => {
    const server = await startModelServer((response) => response.end());
    expect(await failureAt(server.baseUrl.replace('http', 'https'))).toMatchObject({
      type: 'Model.Unavailable',
    });
  });

  test('bad base URL -> Model.InvalidRequest', async () => {
    expect(await failureAt('not a url')).toMatchObject({ type: 'Model.InvalidRequest', nonRetryable: true });
  });

  test('closed before the headers -> Model.Unavailable', async () => {
    expect(await failureOf((response) => response.destroy())).toMatchObject({ type: 'Model.Unavailable' });
  });

  test('cut in mid-stream -> Model.Unavailable', async () => {
    const failure = await failureOf((response) => {
      sendChunks(response, [{ content: 'Hel' }]);
      setTimeout(() => response.destroy(), 20);
    });
    expect(failure).toMatchObject({ type: 'Model.Unavailable', nonRetryable: false, message: CUT });
  });

  test('ended in mid-stream without a finish -> Model.Unavailable', async () => {
    const failure = await failureOf((response) => {
      sendChunks(response, [{ content: 'Hel' }]);
      response.end();
    });
    expect(failure).toMatchObject({ type: 'Model.Unavailable', message: CUT });
  });

  test.each(['openai:m', 'openai-responses:m', 'anthropic:m'])(
    '%s, 200 with a page or nothing -> Unavailable',
    async (model) => {
      for (const body of ['<html>welcome</html>', '']) {
        const failure = await failureOf((response) => response.end(body), model);
        expect(failure).toMatchObject({ type: 'Model.Unavailable' });
      }
    },
  );

  test('broken JSON in the stream -> Model.Unavailable, the message quotes nothing', async () => {
    const failure = await failureOf((response) => {
      sendChunks(response, [{ content: 'Hel' }]);
      response.end(`data: {"choices": ${PROMPT}\n\n`);
    });
    expect(failure).toMatchObject({ type: 'Model.Unavailable' });
    expect(allTextOf(failure)).not.toContain('secret prompt');
  });

  test.each([
    [{ message: 'Overloaded', type: 'overloaded_error' }, 'Model.Unavailable'],
    [{ message: 'Slow down', code: 'rate_limit_exceeded' }, 'Model.RateLimited'],
    [{ message: 'Slow down', code: 429 }, 'Model.RateLimited'],
    [{ message: "This model's maximum context length is 5 tokens" }, 'Model.ContextOverflow'],
    [{ message: 'No', type: 'invalid_request_error' }, 'Model.InvalidRequest'],
  ])('error %j inside the stream -> %s', async (error, type) => {
    const failure = await failureOf((response) => {
      sendChunks(response, [{ content: 'Hel' }]);
      response.end(`data: ${JSON.stringify({ error })}\n\ndata: [DONE]\n\n`);
    });
    expect(failure).toMatchObject({ type, message: error.message });
  });
});

describe('toModelFailure, what may be stored', () => {
  test('a provider that echoes prompt and key -> neither is in message, stack, cause or details', async () => {
    const message = `Incorrect API key provided: ${KEY}. You sent: ${PROMPT} and Bearer ${KEY}`;
    const failure = await failureOf((response) => sendJson(response, 401, { error: { message } }));
    expect(failure.message).toMatch(/^Incorrect API key provided: \[redacted\]/);
    expect(allTextOf(failure)).not.toContain('secret prompt');
    expect(allTextOf(failure)).not.toContain(KEY.slice(8));
  });

  test('quotes of 24 characters at any place, between words of the provider -> only the words', () => {
    const prompt = Array.from({ length: 60 }, (_, place) => String.fromCodePoint(0x4e00 + place)).join('');
    for (let from = 0; from <= 36; from += 1) {
      const quote = prompt.slice(from, from + 24);
      const message = `Bad "${quote}" and "${quote}${prompt.slice(from + 24)}" end`;
      const failure = toModelFailure(apiError({ statusCode: 400, message, requestBodyValues: { prompt } }));
      expect(failure.message).toBe('Bad "[...]" and "[...]" end');
    }
  });

  test('a quote that ends within a character -> no half character', () => {
    const prompt = `${'x'.repeat(30)}😀`;
    const message = `Bad: ${'x'.repeat(30)}😁 end`;
    const failure = toModelFailure(apiError({ statusCode: 400, message, requestBodyValues: { prompt } }));
    expect(failure.message).toBe('Bad: [...]\ufffd end');
  });

  test('a very long reason -> at most 500 characters, one line', () => {
    const failure = toModelFailure(
      apiError({ statusCode: 400, message: 'Bad\n\nthing: ' + 'x'.repeat(5_000) }),
    );
    expect(failure.message).toHaveLength(500);
    expect(failure.message).not.toContain('\n');
  });

  test('the cause -> keeps the name and the frames of the error, not the error', () => {
    const { cause } = toModelFailure(apiError({ statusCode: 500, message: 'Oh' }));
    expect(cause).toMatchObject({ name: 'AI_APICallError', message: 'Oh' });
    expect(cause?.stack).toContain('to-model-failure.test.ts');
    expect(JSON.stringify(cause)).toBe('{"name":"AI_APICallError"}');
  });
});

describe('toModelFailure, other errors', () => {
  test.each([
    [new UnsupportedFunctionalityError({ functionality: 'pictures' }), 'Model.InvalidRequest'],
    [new JSONParseError({ text: PROMPT, cause: new Error('x') }), 'Model.Unavailable'],
    [new Error('what is this'), 'Model.Unavailable'],
    ['text', 'Model.Unavailable'],
    [undefined, 'Model.Unavailable'],
  ])('%s -> %s', (error, type) => {
    const failure = toModelFailure(error);
    expect(failure.type).toBe(type);
    expect(failure.message).not.toBe('');
    expect(allTextOf(failure)).not.toContain('secret prompt');
  });

  test.each([
    ['mistral:x', 'Model.InvalidRequest'],
    ['openai:x', 'Model.Authentication'],
  ])('model %s that cannot be made -> %s', async (id, type) => {
    const error: unknown = await createModelRegistry({})
      .resolve(id)
      .catch((thrown: unknown) => thrown);
    expect(toModelFailure(error).type).toBe(type);
  });

  test('an ApplicationFailure -> unchanged', () => {
    const failure = ApplicationFailure.nonRetryable('no', 'Transcript.Conflict');
    expect(toModelFailure(failure)).toBe(failure);
  });

  test.each([new CancelledFailure('stop'), new DOMException('stop', 'AbortError')])(
    '%s -> rethrown',
    (error) => {
      expect(() => toModelFailure(error)).toThrow(error);
    },
  );
});

async function failureOf(handle: (response: ServerResponse) => void, model = 'openai:m') {
  const server = await startModelServer(handle);
  return failureAt(server.baseUrl, model);
}

async function failureAt(baseUrl: string, id = 'openai:m'): Promise<ApplicationFailure> {
  const registry = createModelRegistry({
    openai: { apiKey: KEY, baseUrl },
    anthropic: { apiKey: KEY, baseUrl },
  });
  try {
    const model = await registry.resolve(id);
    await readStream({
      model,
      options: { prompt: [{ role: 'user', content: [{ type: 'text', text: PROMPT }] }] },
    });
  } catch (error) {
    return toModelFailure(error);
  }
  throw new Error('the call succeeded');
}

function apiError(parts: Partial<ConstructorParameters<typeof APICallError>[0]>): APICallError {
  return new APICallError({
    message: 'No',
    url: 'http://x',
    requestBodyValues: { prompt: PROMPT },
    ...parts,
  });
}

function allTextOf(failure: ApplicationFailure): string {
  return [
    failure.message,
    failure.stack,
    failure.cause?.message,
    failure.cause?.stack,
    JSON.stringify(failure),
  ].join('\n');
}
