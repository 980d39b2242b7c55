import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { toModelFailure } from '../../../../models/failures/to-model-failure.js';
import {
  fault,
  startModelServer,
  text,
  type ModelServer,
} from '../../../../packages/testing/model-server/index.js';
import { collectParts, GREETING, partOf, rejectionOf, textOf } from '../provider-models.js';
import { anthropicModel, ask } from './anthropic-model.js';
import { errorOf, eventsOf, postMessages, question } from './post-messages.js';

let server: ModelServer;
beforeEach(async () => {
  server = await startModelServer();
});
afterEach(() => server.close());

describe('fault, read by anthropic', () => {
  test.each([
    [400, 'Model.InvalidRequest'],
    [401, 'Model.Authentication'],
    [402, 'Model.Authentication'],
    [403, 'Model.Authentication'],
    [404, 'Model.InvalidRequest'],
    [408, 'Model.Unavailable'],
    [409, 'Model.Unavailable'],
    [413, 'Model.InvalidRequest'],
    [422, 'Model.InvalidRequest'],
    [429, 'Model.RateLimited'],
    [500, 'Model.Unavailable'],
    [502, 'Model.Unavailable'],
    [503, 'Model.Unavailable'],
    [529, 'Model.Unavailable'],
  ] as const)('status %i -> %s', async (status, type) => {
    server.reply(fault.status(status));
    const failure = await failureOf();
    expect(failure.type).toBe(type);
    expect(failure.details).toMatchObject([{ status }]);
  });

  test('rateLimited -> the wait in the header', async () => {
    server.reply(fault.rateLimited({ retryAfter: 2 }));
    const failure = await failureOf();
    expect(failure).toMatchObject({ type: 'Model.RateLimited', nextRetryDelay: 2000 });
    expect(failure.details).toMatchObject([{ status: 429, providerCode: 'rate_limit_error' }]);
  });

  test("contextLength -> a context overflow with the provider's wording", async () => {
    server.reply(fault.contextLength({ limit: 200_000, actual: 200_123 }));
    expect(await failureOf()).toMatchObject({
      type: 'Model.ContextOverflow',
      message: 'prompt is too long: 200123 tokens > 200000 maximum',
    });
  });

  test.each(['closeConnection', 'html', 'emptyBody'] as const)('%s -> unavailable', async (name) => {
    server.reply(fault[name]());
    expect(await failureOf()).toMatchObject({ type: 'Model.Unavailable', nonRetryable: false });
  });

  test.each(['cutMidStream', 'endEarly', 'brokenJson', 'errorMidStream'] as const)(
    '%s -> the text, then unavailable',
    async (name) => {
      server.reply(fault[name]('half'));
      let seen = '';
      const failure = toModelFailure(
        await rejectionOf(ask(server, {}, { onText: (delta) => void (seen += delta) })),
      );
      expect(seen).toBe('half');
      expect(failure.type).toBe('Model.Unavailable');
    },
  );

  test('brokenJson -> an error part, and the stream continues to a finish', async () => {
    server.reply(fault.brokenJson('half'));
    const parts = await collectParts(await anthropicModel(server), GREETING);
    expect(textOf(parts)).toBe('half');
    expect(partOf(parts, 'error')!.error).toMatchObject({ name: 'AI_JSONParseError' });
    expect(partOf(parts, 'finish')!.finishReason.raw).toBe('end_turn');
  });

  test.each(['hang', 'hangMidStream'] as const)('%s -> an abort is seen by the server', async (name) => {
    server.reply(name === 'hang' ? fault.hang() : fault.hangMidStream('so far'));
    const controller = new AbortController();
    const reading = ask(server, {}, { signal: controller.signal });
    await expect.poll(() => server.requests.length).toBe(1);
    controller.abort();
    await rejectionOf(reading);
    await expect.poll(() => server.requests[0]!.closedByClientAt).toBeDefined();
  });

  test('a fault, then an answer -> the next request receives it', async () => {
    server.reply(fault.status(529), text('back'));
    await failureOf();
    expect((await ask(server)).content).toMatchObject([{ text: 'back' }]);
    server.assertDone();
  });

  async function failureOf() {
    return toModelFailure(await rejectionOf(ask(server)));
  }
});

describe('fault, on the wire of anthropic', () => {
  test.each([
    [400, 'invalid_request_error', /could not be processed/],
    [401, 'authentication_error', /^invalid x-api-key$/],
    [402, 'billing_error', /^Your credit balance is too low/],
    [403, 'permission_error', /does not have permission/],
    [404, 'not_found_error', /^model: m$/],
    [409, 'conflict_error', /conflicts/],
    [413, 'request_too_large', /^Request exceeds the maximum size$/],
    [429, 'rate_limit_error', /would exceed the rate limit/],
    [500, 'api_error', /^Internal server error$/],
    [529, 'overloaded_error', /^Overloaded$/],
  ] as const)('status %i -> %s in its envelope', async (status, type, message) => {
    server.reply(fault.status(status));
    const response = await postMessages(server);
    expect(response.status).toBe(status);
    expect(response.headers.get('request-id')).toBe('req_000001');
    expect(await errorOf(response)).toEqual({
      type: 'error',
      error: { type, message: expect.stringMatching(message) as string },
      request_id: 'req_000001',
    });
  });

  test('given wording -> that wording, with the code as type', async () => {
    server.reply(fault.status(400, { message: 'Odd prompt', code: 'odd_error' }));
    expect((await errorOf(await postMessages(server))).error).toEqual({
      type: 'odd_error',
      message: 'Odd prompt',
    });
  });

  test('rateLimited -> 429 with retry-after', async () => {
    server.reply(fault.rateLimited({ retryAfter: 7 }));
    const response = await postMessages(server);
    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toBe('7');
  });

  test('errorMidStream -> an error event, and nothing after it', async () => {
    server.reply(fault.errorMidStream('half'));
    const events = await eventsOf(await postMessages(server, question('q', { stream: true })));
    expect(events.at(-1)).toMatchObject({ name: 'error', data: { error: { type: 'api_error' } } });
  });

  test('endEarly, not streamed -> a body that is not JSON', async () => {
    server.reply(fault.endEarly('half'));
    await expect((await postMessages(server)).json()).rejects.toThrow();
  });
});
