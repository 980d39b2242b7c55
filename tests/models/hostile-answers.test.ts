import type { ServerResponse } from 'node:http';
import type { LanguageModelV3, LanguageModelV3StreamPart } from '@ai-sdk/provider';
import type { ApplicationFailure } from '@temporalio/common';
import { describe, expect, test } from 'vitest';
import { toModelFailure } from '../../models/failures/to-model-failure.js';
import { createProviderFetch, MAX_ERROR_BYTES } from '../../models/providers/provider-fetch.js';
import { createModelRegistry } from '../../models/model-registry.js';
import { readStream } from '../../models/stream/read-stream.js';
import { startModelServer } from './fixtures/model-server.js';

const PROMPT = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'hi' }] }];
const MEGABYTE = 'x'.repeat(1024 * 1024);

describe('a provider that never ends its answer', () => {
  test.each<[name: string, delta: object]>([
    ['text', { content: 'x'.repeat(1_000) }],
    ['thoughts', { reasoning_content: 'x'.repeat(1_000) }],
    [
      'arguments of one tool',
      { tool_calls: [{ index: 0, id: 'c', function: toolInput('x'.repeat(1_000)) }] },
    ],
  ])(
    '%s -> ended near the limit with a permanent failure that names model, limit and remedy',
    async (_name, delta) => {
      const frame = chunk(delta);
      const { failure, sentBytes } = await talkTo((response) => sendForever(response, frame));
      expect(failure).toMatchObject({ type: 'Model.InvalidAnswer', nonRetryable: true });
      expect(failure.message).toMatch(
        /^Model 'm' sent more than 65536 characters in one answer, although the limit is 100 tokens: .*raise maxOutputTokens$/,
      );
      expect(sentBytes()).toBeLessThan(16_000_000);
    },
  );

  test('empty pieces that add nothing to the answer -> ended by the byte limit', async () => {
    const frame = chunk({ content: '', padding: 'x'.repeat(10_000) });
    const { failure, sentBytes } = await talkTo((response) => sendForever(response, frame));
    expect(failure).toMatchObject({ type: 'Model.InvalidAnswer', nonRetryable: true });
    expect(failure.message).toMatch(/^The endpoint '.*' sent more than 16879616 bytes as an answer/);
    expect(sentBytes()).toBeLessThan(40_000_000);
  });

  test('parts with nothing in them -> ended by their number', async () => {
    expect((await failureOf(modelOf(endlessParts()))).message).toMatch(/sent more than 65536 characters/);
  });

  test('slow pieces without end -> ended by the time limit', async () => {
    const { failure } = await talkTo(
      async (response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(chunk({ content: 'tick' }));
      },
      { answerTimeoutMs: 150 },
    );
    expect(failure).toMatchObject({ type: 'Model.InvalidAnswer', nonRetryable: true });
    expect(failure.message).toMatch(/^Model 'm' did not end its answer within 150 ms, after \d+ characters/);
  });

  test('an endless event or line -> ended by the byte limit, naming the endpoint', async () => {
    const { failure, sentBytes } = await talkTo((response) =>
      sendForever(response, MEGABYTE, { first: 'data: {"choices":"' }),
    );
    expect(failure).toMatchObject({ type: 'Model.InvalidAnswer', nonRetryable: true });
    expect(failure.message).toMatch(
      /^The endpoint 'http:\/\/127\.0\.0\.1:\d+' sent more than 16777216 bytes as one event of an answer/,
    );
    expect(sentBytes()).toBeLessThan(40_000_000);
  });

  test('bytes that are no event and no text at all -> ended by all of its bytes', async () => {
    const server = await startModelServer((response) => void sendForever(response, ': still here\n\n'));
    const boundedFetch = createProviderFetch({ maxBytes: 100_000, maxEventBytes: 1_000 });
    const response = await boundedFetch(server.baseUrl);
    await expect(response.text()).rejects.toThrow(/sent more than 100000 bytes as an answer/);
  });
});

describe('an answer at the bounds', () => {
  test('64 calls -> accepted; 65 -> refused permanently, naming the limit', async () => {
    const most = await readStream({ model: callingModel(64), options: { prompt: PROMPT } });
    expect(most.toolCalls).toHaveLength(64);
    const failure = await failureOf(callingModel(65));
    expect(failure).toMatchObject({ type: 'Model.InvalidAnswer', nonRetryable: true });
    expect(failure.message).toMatch(/^Model 'm' called more than 64 tools in one message/);
  });

  test('10,000 calls over HTTP -> refused after the 65th', async () => {
    const calls = Array.from({ length: 10_000 }, (_, index) =>
      chunk({ tool_calls: [{ index, id: `c${index}`, type: 'function', function: toolInput('{}') }] }),
    );
    const { failure } = await talkTo((response) => void response.writeHead(200).end(calls.join('')));
    expect(failure.message).toContain('more than 64 tools');
  });

  test('far over a usual answer, but within the limit -> accepted, events of all sizes and line ends', async () => {
    const words = 'the quick brown fox '.repeat(4_000);
    const frames = [
      chunk({ content: words }),
      chunk({ content: words }).replaceAll('\n', '\r\n'),
      chunk({}, 'stop'),
    ];
    const server = await startModelServer((response) => void response.writeHead(200).end(frames.join('')));
    const model = await modelAt(server.baseUrl);
    const { content } = await readStream({ model, options: { prompt: PROMPT, maxOutputTokens: 40_000 } });
    expect(content).toEqual([{ type: 'text', text: words + words }]);
  });

  test('a finish reason that does not exist -> other; the answer stands', async () => {
    const finish = { ...FINISH, finishReason: { unified: 'x'.repeat(1_000), raw: 'odd' } };
    const model = modelOf([finish as unknown as LanguageModelV3StreamPart]);
    expect((await readStream({ model, options: { prompt: PROMPT } })).finishReason).toBe('other');
  });

  test.each([1e300, Infinity, -5, NaN, '7', 0.4, null, 2 ** 40])(
    '%s tokens -> an integer that Postgres can store',
    async (figure) => {
      const tokens = figure as number;
      const usage = {
        inputTokens: { total: tokens, noCache: tokens, cacheRead: tokens, cacheWrite: tokens },
        outputTokens: { total: tokens, text: tokens, reasoning: tokens },
      };
      const response = await readStream({
        model: modelOf([{ ...FINISH, usage }]),
        options: { prompt: PROMPT },
      });
      for (const count of Object.values(response.usage)) {
        expect(Number.isInteger(count)).toBe(true);
        expect(count).toBeGreaterThanOrEqual(0);
        expect(count).toBeLessThanOrEqual(2_147_483_647);
      }
    },
  );
});

describe('the body of an error', () => {
  test.each([400, 500])(
    '%i with an endless body -> its beginning is the reason, the rest is not read',
    async (status) => {
      const { failure, sentBytes } = await talkTo((response) =>
        sendForever(response, MEGABYTE, { status, first: 'The disk is full. ' }),
      );
      expect(failure.type).toBe(status === 400 ? 'Model.InvalidRequest' : 'Model.Unavailable');
      expect(failure.message).toMatch(
        /^The disk is full\. x+ \.\.\. \(the provider's error has more than 65536 bytes, and no more was read\)$/,
      );
      expect(failure.message.length).toBeLessThanOrEqual(500);
      expect(sentBytes()).toBeLessThan(MAX_ERROR_BYTES + 16_000_000);
    },
  );

  test('of usual length -> read unchanged', async () => {
    const body = JSON.stringify({ error: { message: 'No such model', code: 'model_not_found' } });
    const { failure } = await talkTo((response) => void response.writeHead(404).end(body));
    expect(failure).toMatchObject({ type: 'Model.InvalidRequest', message: 'No such model' });
  });
});

const FINISH: Extract<LanguageModelV3StreamPart, { type: 'finish' }> = {
  type: 'finish',
  usage: {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  },
  finishReason: { unified: 'stop', raw: 'stop' },
};

function toolInput(text: string): object {
  return { name: 'search', arguments: text };
}

function chunk(delta: object, finish: string | null = null): string {
  const choices = [{ index: 0, delta, finish_reason: finish }];
  return `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices })}\n\n`;
}

async function sendForever(
  response: ServerResponse,
  bytes: string,
  { status = 200, first = '' }: { status?: number; first?: string } = {},
): Promise<void> {
  response.writeHead(status, { 'content-type': 'text/event-stream' });
  response.write(first);
  const many = bytes.repeat(Math.ceil(65_536 / bytes.length));
  let goOn = (): void => undefined;
  for (const event of ['drain', 'close']) response.on(event, () => goOn());
  while (!response.destroyed)
    if (!response.write(many)) await new Promise<void>((resolve) => (goOn = resolve));
}

async function talkTo(
  handle: (response: ServerResponse) => void | Promise<void>,
  limits: { answerTimeoutMs?: number } = {},
): Promise<{ failure: ApplicationFailure; sentBytes: () => number }> {
  let connection: ServerResponse | undefined;
  const server = await startModelServer((response) => {
    connection = response;
    void handle(response);
  });
  const failure = await failureOf(await modelAt(server.baseUrl), limits);
  return { failure, sentBytes: () => connection?.socket?.bytesWritten ?? 0 };
}

async function failureOf(
  model: LanguageModelV3,
  limits: { answerTimeoutMs?: number } = {},
): Promise<ApplicationFailure> {
  const options = { prompt: PROMPT, maxOutputTokens: 100 };
  const failure = await readStream({ model, options, ...limits }).then(() => undefined, toModelFailure);
  if (failure === undefined) throw new Error('the call succeeded');
  return failure;
}

function modelAt(baseUrl: string): Promise<LanguageModelV3> {
  return createModelRegistry({ openai: { apiKey: 'k', baseUrl } }).resolve('openai:m');
}

function callingModel(count: number): LanguageModelV3 {
  const calls = Array.from({ length: count }, (_, index): LanguageModelV3StreamPart[] => [
    { type: 'tool-input-start', id: `c${index}`, toolName: 't' },
    { type: 'tool-input-delta', id: `c${index}`, delta: '{}' },
    { type: 'tool-call', toolCallId: `c${index}`, toolName: 't', input: '{}' },
  ]);
  return modelOf([
    ...calls.flat(),
    { ...FINISH, finishReason: { unified: 'tool-calls', raw: 'tool_calls' } },
  ]);
}

function* endlessParts(): Generator<LanguageModelV3StreamPart> {
  yield { type: 'reasoning-start', id: 'r' };
  for (;;) yield { type: 'reasoning-delta', id: 'r', delta: '' };
}

function modelOf(parts: Iterable<LanguageModelV3StreamPart>): LanguageModelV3 {
  return {
    specificationVersion: 'v3',
    provider: 'p',
    modelId: 'm',
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error('not used')),
    doStream: () =>
      Promise.resolve({ stream: ReadableStream.from(parts) as ReadableStream<LanguageModelV3StreamPart> }),
  };
}
