import { connect } from 'node:net';
import { once } from 'node:events';
import { afterEach, describe, expect, test } from 'vitest';
import {
  fault,
  gated,
  startModelServer,
  text,
  type ModelServer,
  type ModelServerOptions,
} from '../../../packages/testing/model-server/index.js';
import { errorOf, postChat, question } from './post-chat.js';
import { providerModel, GREETING, rejectionOf } from './provider-models.js';

let server: ModelServer;
afterEach(() => server.close());

describe('startModelServer', () => {
  test('a port that is taken -> rejects', async () => {
    await start({});
    await expect(startModelServer({ port: server.port })).rejects.toThrow('EADDRINUSE');
  });

  test('GET /v1/models -> the given models', async () => {
    await start({ models: ['a', 'b'] });
    const { data } = (await (await fetch(`${server.baseUrl}/models`)).json()) as { data: { id: string }[] };
    expect(data.map((model) => model.id)).toEqual(['a', 'b']);
  });

  test('GET /v1/models without any given -> one', async () => {
    await start({});
    const { data } = (await (await fetch(`${server.baseUrl}/models`)).json()) as { data: unknown[] };
    expect(data).toHaveLength(1);
  });

  test('a model that it does not have -> 404', async () => {
    await start({ models: ['a'] });
    const response = await postChat(server);
    expect(response.status).toBe(404);
    expect(await errorOf(response)).toMatchObject({
      code: 'model_not_found',
      message: 'The model `m` does not exist or you do not have access to it.',
    });
    expect(server.takeFailures()).toHaveLength(1);
  });

  test('a request -> recorded with everything that the client sent', async () => {
    await start({ script: [text('ok')] });
    const before = Date.now();
    await (await postChat(server, question('What is up?'))).text();
    const [request] = server.requests;
    expect(request).toMatchObject({
      n: 1,
      path: '/v1/chat/completions',
      text: 'What is up?',
      body: { model: 'm' },
    });
    expect(request!.headers.authorization).toBe('Bearer sk-test');
    expect(request!.receivedAt).toBeGreaterThanOrEqual(before);
    expect(request!.closedByClientAt).toBeUndefined();
  });

  test('body that is not JSON -> 400', async () => {
    await start({});
    const response = await postChat(server, '{"model": ');
    expect(response.status).toBe(400);
    expect((await errorOf(response)).message).toMatch(/^We could not parse the JSON body of your request\./);
    server.takeFailures();
  });

  test('body over 50 MB -> 413', async () => {
    await start({});
    const response = await postChat(server, question('x'.repeat(50 * 1024 * 1024)));
    expect(response.status).toBe(413);
    server.takeFailures();
  });

  test('not strict -> a malformed request is answered', async () => {
    await start({ strict: false, script: [text('whatever')] });
    expect((await postChat(server, { messages: [] })).status).toBe(200);
  });

  test.each([
    ['GET', '/v1/chat/completions', 405],
    ['POST', '/v1/completions', 404],
  ])('%s %s -> %i and a failure', async (method, path, status) => {
    await start({});
    expect((await fetch(server.baseUrl.replace('/v1', path), { method })).status).toBe(status);
    expect(server.takeFailures()).toMatchObject([
      { kind: 'unknown-path', message: `${method} ${path} is not a path of this server` },
    ]);
  });

  test.each([
    ['no key', {}, "You didn't provide an API key."],
    ['a short key', { authorization: 'Bearer sk-x' }, 'Incorrect API key provided: sk-x****.'],
    [
      'a long key',
      { authorization: 'Bearer sk-proj-0123456789abcd' },
      'Incorrect API key provided: sk-proj-**********abcd.',
    ],
  ])('apiKey set, %s -> 401, no failure', async (_, headers, message) => {
    await start({ apiKey: 'sk-right' });
    const response = await postChat(server, question('q'), { headers });
    expect(response.status).toBe(401);
    expect((await errorOf(response)).message).toContain(message);
    server.assertDone();
  });

  test('apiKey set, that key -> answered', async () => {
    await start({ apiKey: 'sk-test', script: [text('ok')] });
    expect((await postChat(server)).status).toBe(200);
  });

  test('prompt over contextWindow -> 400, no failure, the script is not used up', async () => {
    await start({ contextWindow: 10, countTokens: () => 11, script: [text('ok')] });
    const response = await postChat(server);
    expect(response.status).toBe(400);
    expect(await errorOf(response)).toMatchObject({ code: 'context_length_exceeded', param: 'messages' });
    expect(server.pending).toHaveLength(1);
    expect(server.failures).toEqual([]);
  });

  test('prompt at contextWindow -> answered', async () => {
    await start({ contextWindow: 10, countTokens: () => 10, script: [text('ok')] });
    expect((await postChat(server)).status).toBe(200);
  });

  test('prompt and room for the answer over contextWindow -> 400 that names both', async () => {
    await start({ contextWindow: 10, countTokens: () => 8 });
    const { message } = await errorOf(await postChat(server, question('q', { max_tokens: 3 })));
    expect(message).toContain('you requested 11 tokens (8 in the messages, 3 in the completion)');
  });
});

describe('script', () => {
  test('a function -> called with each request and its number', async () => {
    await start({ script: (request, n) => text(`${n}: ${request.text}`) });
    expect(await content()).toBe('1: Hello there');
    expect(await content()).toBe('2: Hello there');
  });

  test('a function that returns several -> the rest answers the next requests', async () => {
    await start({ script: (_, n) => [text(`first of ${n}`), text(`second of ${n}`)] });
    expect([await content(), await content(), await content()]).toEqual([
      'first of 1',
      'second of 1',
      'first of 3',
    ]);
  });

  test('run out -> 400 script_exhausted that names the request, called once', async () => {
    await start({ script: [text('only one')] });
    await content();
    const error = await rejectionOf(providerModel('openai', server.baseUrl).doStream(GREETING));
    expect(error).toMatchObject({ statusCode: 400, isRetryable: false });
    expect(error.message).toBe(
      "Model server: the script has run out at request 2, last user text 'Hello there'",
    );
    expect(server.requests[1]!.refusal).toMatchObject({ code: 'script_exhausted' });
    server.takeFailures();
  });
});

describe('assertDone', () => {
  test('replies left -> throws with their names', async () => {
    await start({ script: [text('a'), fault.hang()] });
    expect(() => server.assertDone()).toThrow("2 scripted replies were never requested: text 'a', hang");
  });

  test('script run out -> throws the first request after it', async () => {
    await start({});
    await postChat(server, question('one'));
    await postChat(server, question('two'));
    expect(() => server.assertDone()).toThrow("at request 1, last user text 'one' (and 1 more)");
    server.takeFailures();
  });

  test('a refused request -> throws the provider wording', async () => {
    await start({ script: [text('a')] });
    await postChat(server, { model: 'm', messages: [] });
    expect(() => server.assertDone()).toThrow(
      "request 1 was refused with 400: Invalid 'messages': empty array.",
    );
    server.takeFailures();
  });
});

describe('close', () => {
  test('script run out -> throws', async () => {
    await start({});
    await postChat(server);
    await expect(server.close()).rejects.toThrow('the script has run out at request 1');
  });

  test('script run out, check false -> does not throw', async () => {
    await start({});
    await postChat(server);
    await server.close({ check: false });
  });

  test('replies left -> does not throw', async () => {
    await start({ script: [text('a')] });
    await server.close();
  });

  test('hangs and gates open -> closed at once, not taken for the client', async () => {
    await start({ script: [fault.hang(), gated('a', 'b'), text('slow', { delayMs: 60_000 })] });
    const calls = [0, 1, 2].map(() =>
      rejectionOf(postChat(server, question('q', { stream: true })).then((r) => r.text())),
    );
    await expect.poll(() => server.requests).toHaveLength(3);
    await server.close();
    await Promise.all(calls);
    expect(server.requests.map((request) => request.closedByClientAt)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    await expect(fetch(`${server.baseUrl}/models`)).rejects.toThrow();
  });

  test('a client that leaves in the middle of its request -> nothing recorded, server continues', async () => {
    await start({ script: [text('ok')] });
    const socket = connect(server.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write('POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{"model"');
    await new Promise((done) => setTimeout(done, 20));
    socket.destroy();
    await new Promise((done) => setTimeout(done, 20));
    expect(server.requests).toHaveLength(0);
    expect(await content()).toBe('ok');
  });
});

async function start(options: ModelServerOptions): Promise<void> {
  server = await startModelServer(options);
}

async function content(): Promise<string> {
  const body = (await (await postChat(server)).json()) as { choices: { message: { content: string } }[] };
  return body.choices[0]!.message.content;
}
