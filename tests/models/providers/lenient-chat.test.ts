import type { ServerResponse } from 'node:http';
import type { ApplicationFailure } from '@temporalio/common';
import { describe, expect, test } from 'vitest';
import { toModelFailure } from '../../../models/failures/to-model-failure.js';
import { createModelRegistry } from '../../../models/model-registry.js';
import { readStream, type ModelResponse } from '../../../models/stream/read-stream.js';
import { sendChunks, sendJson, startModelServer } from '../fixtures/model-server.js';

const PROMPT = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'hi' }] }];
const MESSAGE = { role: 'assistant', content: 'Hello' };
const USAGE = { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 };

describe('an endpoint that answers a streaming request with one JSON body', () => {
  test.each<[name: string, choice: object]>([
    ['with a finish reason', { index: 0, message: MESSAGE, finish_reason: 'stop' }],
    ['without a finish reason', { index: 0, message: MESSAGE }],
  ])('%s -> the answer, its usage and its id', async (_name, choice) => {
    const { answer } = await ask((response) => sendJson(response, 200, completion(choice)));
    expect(answer).toMatchObject({
      content: [{ type: 'text', text: 'Hello' }],
      finishReason: 'stop',
      responseId: 'chat-1',
      usage: { inputTokens: 11, outputTokens: 7 },
    });
  });

  test('blanks before the body, under any content type -> the answer', async () => {
    const { answer } = await ask((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('\n \n');
      response.end(JSON.stringify(completion({ message: MESSAGE, finish_reason: 'stop' })));
    });
    expect(answer.content).toEqual([{ type: 'text', text: 'Hello' }]);
  });

  test('thoughts and two tool calls without an index, one with arguments as an object -> all of them', async () => {
    const message = {
      ...MESSAGE,
      content: null,
      reasoning_content: 'hm',
      tool_calls: [call('a', '{"x":1}'), { ...call('b', ''), function: { name: 'b', arguments: { y: 2 } } }],
    };
    const { answer } = await ask((response) =>
      sendJson(response, 200, completion({ message, finish_reason: 'tool_calls' })),
    );
    expect(answer.content).toMatchObject([
      { type: 'reasoning', text: 'hm' },
      { type: 'tool-call', toolName: 'a', input: '{"x":1}' },
      { type: 'tool-call', toolName: 'b', input: '{"y":2}' },
    ]);
  });

  test('`stream: false` -> a request for a whole answer; other models of the endpoint still stream', async () => {
    const server = await startModelServer((response, { body }) => {
      if (body.includes('"stream"')) sendChunks(response, [MESSAGE], 'stop');
      else sendJson(response, 200, completion({ message: MESSAGE, finish_reason: 'stop' }));
    });
    const custom = { whole: { baseUrl: server.baseUrl, models: { m: { stream: false } } } };
    const models = createModelRegistry({ custom });
    for (const id of ['whole:m', 'whole:other']) {
      const answer = await readStream({ model: await models.resolve(id), options: { prompt: PROMPT } });
      expect(answer).toMatchObject({
        content: [{ type: 'text', text: 'Hello' }],
        usage: { inputTokens: 11 },
      });
    }
    const [whole, streamed] = server.requests.map(({ body }) => JSON.parse(body) as object);
    expect(whole).not.toHaveProperty('stream');
    expect(whole).not.toHaveProperty('stream_options');
    expect(streamed).toMatchObject({ stream: true, stream_options: { include_usage: true } });
  });

  test('a body that is cut -> Model.Unavailable', async () => {
    const body = JSON.stringify(completion({ message: MESSAGE, finish_reason: 'stop' }));
    const { failure } = await fail((response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(body.slice(0, -20));
    });
    expect(failure.type).toBe('Model.Unavailable');
  });
});

describe('a stream whose last event lacks the blank line that ends it', () => {
  test.each(['', '\n', '\r\n'])('it ends by %j, without [DONE] -> the whole answer', async (end) => {
    const { answer } = await ask((response) => {
      sendChunks(response, [{ ...MESSAGE, content: 'Hel' }]);
      const last = { choices: [{ index: 0, delta: { content: 'lo' }, finish_reason: 'stop' }] };
      response.end(`data: ${JSON.stringify(last)}${end}`);
    });
    expect(answer).toMatchObject({ content: [{ type: 'text', text: 'Hello' }], finishReason: 'stop' });
  });
});

describe('a stream without a finish reason', () => {
  test.each<[end: string]>([
    ['data: [DONE]\n\n'],
    ['data: [DONE]\n'],
    ['data:[DONE]'],
    ['data: [DONE]\r\n\r\n'],
  ])('ended by %j -> the whole answer', async (end) => {
    const { answer } = await ask((response) => {
      sendChunks(response, [{ ...MESSAGE, content: 'Hel' }, { content: 'lo' }]);
      response.end(end);
    });
    expect(answer).toMatchObject({ content: [{ type: 'text', text: 'Hello' }], finishReason: 'stop' });
  });

  test.each<[name: string, end: (response: ServerResponse) => void]>([
    ['closed cleanly', (response) => response.end()],
    ['closed within an event', (response) => response.end('data: {"choices":[{"ind')],
    ['closed before [DONE] is whole', (response) => response.end('data: [DO')],
    ['broken off by the network', (response) => response.destroy()],
  ])('%s, without [DONE] -> cut: Model.Unavailable, after what had arrived', async (_name, end) => {
    const { failure } = await fail((response) => {
      sendChunks(response, [MESSAGE]);
      setTimeout(() => end(response), 20);
    });
    expect(failure).toMatchObject({ type: 'Model.Unavailable', nonRetryable: false });
    expect(failure.message).toContain('ended before the answer was complete, after 5 bytes');
  });

  test('empty finish reasons in every chunk, then cut -> Model.Unavailable', async () => {
    const { failure } = await fail((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(`data: ${JSON.stringify({ choices: [{ delta: MESSAGE, finish_reason: '' }] })}\n\n`);
    });
    expect(failure.type).toBe('Model.Unavailable');
  });

  test('[DONE] alone, without any answer -> Model.Unavailable', async () => {
    const { failure } = await fail((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end('data: [DONE]\n\n');
    });
    expect(failure.type).toBe('Model.Unavailable');
  });
});

describe('status 200 with an error', () => {
  const OVERFLOW = "This model's maximum context length is 8192 tokens, however you requested 9000 tokens";

  test.each<[error: unknown, type: string, message: string]>([
    [{ message: OVERFLOW, type: 'invalid_request_error', code: 400 }, 'Model.ContextOverflow', OVERFLOW],
    [OVERFLOW, 'Model.ContextOverflow', OVERFLOW],
    [{ message: 'Slow down', code: 429 }, 'Model.RateLimited', 'Slow down'],
    [{ message: 'Slow down', code: '429' }, 'Model.RateLimited', 'Slow down'],
    [{ message: 'Slow down', code: 'rate_limit_exceeded' }, 'Model.RateLimited', 'Slow down'],
    ['Rate limit exceeded, try again later', 'Model.RateLimited', 'Rate limit exceeded, try again later'],
    [{ message: 'No such key', status: 401 }, 'Model.Authentication', 'No such key'],
    [{ message: 'Bad field', type: 'invalid_request_error' }, 'Model.InvalidRequest', 'Bad field'],
    [{ message: 'Loading model', code: 503 }, 'Model.Unavailable', 'Loading model'],
    ['upstream connect error', 'Model.Unavailable', 'upstream connect error'],
  ])('%j -> %s', async (error, type, message) => {
    const { failure } = await fail((response) => sendJson(response, 200, { error }));
    expect(failure).toMatchObject({ type, message });
    const streamed = await fail((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(`data: ${JSON.stringify({ error })}\n\ndata: [DONE]\n\n`);
    });
    expect(streamed.failure).toMatchObject({ type, message });
  });

  test('an error after half of an answer -> the error, not the half', async () => {
    const { failure } = await fail((response) => {
      sendChunks(response, [MESSAGE]);
      response.end(`data: ${JSON.stringify({ error: 'out of memory' })}\n\ndata: [DONE]\n\n`);
    });
    expect(failure).toMatchObject({ type: 'Model.Unavailable', message: 'out of memory' });
  });

  test('other forms: a list of one, the fields alone, a detail -> the same error', async () => {
    for (const body of [
      [{ error: { code: 429, message: 'Slow' } }],
      { object: 'error', message: 'Slow', code: 429 },
      { detail: 'Slow', status: 429 },
    ])
      expect((await fail((response) => sendJson(response, 200, body))).failure).toMatchObject({
        type: 'Model.RateLimited',
        message: 'Slow',
      });
  });

  test.each([null, false, ''])('`error: %j` in every chunk -> no error', async (error) => {
    const { answer } = await ask((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const chunk = { error, choices: [{ delta: MESSAGE, finish_reason: 'stop' }], usage: USAGE };
      response.end(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`);
    });
    expect(answer.content).toEqual([{ type: 'text', text: 'Hello' }]);
  });

  test('503 "Loading model" -> Model.Unavailable, may be retried', async () => {
    const error = { code: 503, message: 'Loading model', type: 'unavailable_error' };
    const { failure } = await fail((response) => sendJson(response, 503, { error }));
    expect(failure).toMatchObject({
      type: 'Model.Unavailable',
      message: 'Loading model',
      nonRetryable: false,
    });
  });
});

describe('tool calls', () => {
  const BOTH = [
    { toolName: 'a', input: '{"x":1}' },
    { toolName: 'b', input: '{"y":2}' },
  ];

  test.each<[name: string, deltas: object[]]>([
    [
      'both with index 0 and an empty id',
      [{ tool_calls: [piece(0, '', 'a', '{"x":1}')] }, { tool_calls: [piece(0, '', 'b', '{"y":2}')] }],
    ],
    [
      'both with index 0, in one piece of the stream',
      [{ tool_calls: [piece(0, '', 'a', '{"x":1}'), piece(0, '', 'b', '{"y":2}')] }],
    ],
    [
      'both with index 0, their arguments in pieces',
      [
        { tool_calls: [piece(0, 'c1', 'a', '')] },
        { tool_calls: [piece(0, undefined, undefined, '{"x":')] },
        { tool_calls: [piece(0, undefined, undefined, '1}')] },
        { tool_calls: [piece(0, 'c2', 'b', '')] },
        { tool_calls: [piece(0, undefined, undefined, '{"y":2}')] },
      ],
    ],
    [
      'both with index 0 and an empty id, each with an empty first piece',
      [
        { tool_calls: [piece(0, '', 'a', '')] },
        { tool_calls: [piece(0, undefined, undefined, '{"x":1}')] },
        { tool_calls: [piece(0, '', 'b', '')] },
        { tool_calls: [piece(0, undefined, undefined, '{"y":2}')] },
      ],
    ],
    [
      'both with index 0, the first one named again after its arguments',
      [
        { tool_calls: [piece(0, '', 'a', '{"x":1}')] },
        { tool_calls: [piece(0, '', 'a', '')] },
        { tool_calls: [piece(0, '', 'b', '{"y":2}')] },
      ],
    ],
    [
      'one id for both',
      [{ tool_calls: [piece(0, 'x', 'a', '{"x":1}')] }, { tool_calls: [piece(1, 'x', 'b', '{"y":2}')] }],
    ],
    [
      'the name repeated with every piece',
      [
        { tool_calls: [piece(0, 'c1', 'a', '{"x":')] },
        { tool_calls: [piece(0, 'c1', 'a', '1}')] },
        { tool_calls: [piece(1, 'c2', 'b', '{"y":2}')] },
      ],
    ],
  ])('%s, finish reason stop -> two calls with their own ids', async (_name, deltas) => {
    const { answer } = await ask((response) => sendChunks(response, deltas, 'stop'));
    expect(answer.toolCalls).toMatchObject(BOTH);
    const ids = answer.toolCalls.map(({ toolCallId }) => toolCallId);
    expect(new Set(ids).size).toBe(2);
    expect(ids.every((id) => id !== '')).toBe(true);
  });

  test.each([
    ['ids of their own', 'c1', 'c2'],
    ['one id', 'c', 'c'],
    ['no ids', '', ''],
  ])('the same tool twice with index 0, in pieces, %s -> two calls', async (_name, first, second) => {
    const { answer } = await ask((response) =>
      sendChunks(
        response,
        [
          { tool_calls: [piece(0, first, 'a', '')] },
          { tool_calls: [piece(0, undefined, undefined, '{"x":1}')] },
          { tool_calls: [piece(0, second, 'a', '')] },
          { tool_calls: [piece(0, undefined, undefined, '{"x":2}')] },
        ],
        'tool_calls',
      ),
    );
    expect(answer.toolCalls.map(({ toolName, input }) => [toolName, input])).toEqual([
      ['a', '{"x":1}'],
      ['a', '{"x":2}'],
    ]);
  });
});

async function ask(handle: (response: ServerResponse) => void): Promise<{ answer: ModelResponse }> {
  const server = await startModelServer((response) => handle(response));
  const model = await createModelRegistry({ openai: { baseUrl: server.baseUrl } }).resolve('openai:m');
  const answer = await readStream({ model, options: { prompt: PROMPT } });
  return { answer };
}

async function fail(handle: (response: ServerResponse) => void): Promise<{ failure: ApplicationFailure }> {
  const answer = ask(handle);
  return {
    failure: await answer.then(
      () => Promise.reject(new Error('The call did not fail')),
      (error: unknown) => toModelFailure(error),
    ),
  };
}

function completion(choice: object): object {
  return { id: 'chat-1', object: 'chat.completion', created: 1, model: 'm', choices: [choice], usage: USAGE };
}

function call(name: string, input: string): object {
  return { id: `call-${name}`, type: 'function', function: { name, arguments: input } };
}

function piece(index: number, id: string | undefined, name: string | undefined, input: string): object {
  return { index, id, type: 'function', function: { name, arguments: input } };
}
