import { connect as connectSocket } from 'node:net';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import {
  apiKeys,
  anyKnown,
  createGateway,
  jwt,
  serveGateway,
  singleKey,
  type Gateway,
  type RequestFacts,
  type RunningGateway,
} from '../../../packages/gateway/index.js';
import { text } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';

const SAID = 'One.\n\ndata: {"type":"done"}\n\nid: 7\r\rTwo.\u2028Three.';
const logged: RequestFacts[] = [];
let system: TestSystem;
let gateway: Gateway;
let running: RunningGateway;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), { model: { script: () => text(SAID) } });
  gateway = createGateway({
    client: system.client,
    authenticate: anyKnown(
      singleKey({ key: 'k', user: system.newUser() }),
      apiKeys(),
      jwt({ issuer: 'https://login.example.com', audience: 'threadline', jwksUrl: 'https://127.0.0.1:1' }),
    ),
    limits: { requestsPerMinute: 100_000, failedAttemptsPerMinute: 1_000 },
    log: (facts) => logged.push(facts),
  });
  running = await serveGateway(gateway, { host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await running?.close();
  await system?.stop();
});

const TURNS = '/api/v1/conversations/assistant/turns';
const HEAD = 'host: x\r\nauthorization: Bearer k\r\n';
const BEHIND = 'GET /api/v1/flows HTTP/1.1\r\nhost: x\r\n\r\n';

describe('serveGateway', () => {
  test.each([
    ['both a length and chunks', 'content-length: 4\r\ntransfer-encoding: chunked', `0\r\n\r\n${BEHIND}`],
    ['two lengths', 'content-length: 2\r\ncontent-length: 40', `{}${BEHIND}`],
    ['a length that is not a number', 'content-length: +2', '{}'],
    ['an encoding that there is not', 'transfer-encoding: xchunked', '{}'],
    ['a chunk whose size is not a number', 'transfer-encoding: chunked', `-1\r\n{}\r\n0\r\n\r\n${BEHIND}`],
    ['two hosts', 'host: evil.example\r\ncontent-length: 2', `{}${BEHIND}`],
    ['a blank before the colon', 'content-length : 2', '{}'],
    ['a header that goes on in the next line', 'a: 1\r\n content-length: 2', '{}'],
  ])('%s -> 400, and the bytes after it are not parsed as a request', async (_what, headers, body) => {
    const answer = await sendRaw(`POST ${TURNS} HTTP/1.1\r\n${HEAD}${headers}\r\n\r\n${body}`);
    expect(answer.match(/^HTTP\/1.1 \d+/gm)).toEqual(['HTTP/1.1 400']);
  });

  test('the sender ends its half of the connection -> answered; in the middle of a body -> 400, and no internal error', async () => {
    const get = `GET /api/v1/me HTTP/1.1\r\n${HEAD}connection: close\r\n\r\n`;
    expect(await sendRaw(get, { isHalfClosed: true })).toMatch(/^HTTP\/1.1 200/);
    const before = logged.length;
    for (const path of [TURNS, '/v1/chat/completions', '/api/v1/uploads']) {
      const cut = `POST ${path} HTTP/1.1\r\n${HEAD}content-length: 100\r\n\r\n{`;
      expect(await sendRaw(cut, { isHalfClosed: true })).toMatch(/^HTTP\/1.1 400/);
    }
    await expect.poll(() => logged.length).toBe(before + 3);
    expect(logged.filter(({ cause }) => cause !== undefined)).toEqual([]);
  });

  test.each([
    ['the right key twice', 'authorization: Bearer k\r\nauthorization: Bearer k'],
    ['the right key and another one', 'authorization: Bearer k\r\nauthorization: Bearer other'],
    ['another key and the right one', 'authorization: Bearer other\r\nauthorization: Bearer k'],
    ['two keys in one line', 'authorization: Bearer other, Bearer k'],
  ])('%s -> 401', async (_what, headers) => {
    const get = `GET /api/v1/me HTTP/1.1\r\nhost: x\r\n${headers}\r\nconnection: close\r\n\r\n`;
    expect(await sendRaw(get)).toMatch(/^HTTP\/1.1 401/);
  });
});

describe('createGateway', () => {
  test('ids with slashes, dots, control characters, half characters, names of members -> no internal error', async () => {
    const faults: string[] = [];
    for (const path of PLACES.flatMap((place) => IDS.map((id) => place.replaceAll('@', id)))) {
      if (!URL.canParse(`http://gateway${path}`)) continue;
      const { status } = await ask(path, /\/plan$|\/switch$/.test(path) ? {} : undefined);
      if (status >= 500) faults.push(`${status} ${path}`);
    }
    expect(faults).toEqual([]);
  });

  test('texts and ids with line ends -> no additional event; a forged position -> refused or read from there', async () => {
    const refused = await ask(TURNS, { text: 'Hi', turnId: 'a\n\ndata: x' });
    expect(refused.status).toBe(422);
    await ask(TURNS, { text: 'Hi', turnId: 't' });
    const { body } = await ask(`${TURNS}/t/events`);
    const events = body
      .trimEnd()
      .split('\n\n')
      .map((event) => event.split('\n'));
    expect(events.map((lines) => lines.map((line) => line.split(':')[0]))).toEqual(
      events.map(() => ['id', 'data']),
    );
    expect(JSON.parse(events.at(-1)![1]!.slice('data: '.length))).toMatchObject({ text: SAID });
    for (const made of ['x', '-1', '0-0', '9'.repeat(100), '../..', '1e9', "1' or '1", '{}', '\u00ff'])
      expect((await ask(`${TURNS}/t/events`, undefined, { 'last-event-id': made })).status, made).toBe(400);
    expect((await ask(`${TURNS}/t/events`, undefined, { 'last-event-id': '1.1.1' })).body).toContain('"ne.');
  });

  test.each([
    [TURNS, '{"text":"x","data":{"a":@}}'],
    [TURNS, '{"text":"x","output":{"a":@}}'],
    ['/api/v1/executions', '{"flow":"assistant","text":"x","data":@}'],
    ['/api/v1/flows/check', '{"a":@}'],
    ['/v1/chat/completions', '{"model":"assistant","messages":[{"role":"user","content":"x"}],"n":@}'],
    ['/v1/responses', '{"model":"assistant","input":@}'],
    ['/v1/conversations', '@'],
    ['/api/chat', '{"id":"c","messages":[{"id":"m","role":"user","parts":[],"metadata":@}]}'],
    ['/mcp', '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"a":@}}'],
  ])('%s: lists and objects 100,000 levels deep -> 400 with the limit', async (path, pattern) => {
    for (const [open, end] of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const) {
      const deep = `${open.repeat(100_000)}1${end.repeat(100_000)}`;
      const { status, body } = await ask(path, pattern.replace('@', deep));
      expect([status, body]).toEqual([400, expect.stringContaining('200 levels')]);
    }
  });

  test('refusals of every family -> logged by their types, without a cause', async () => {
    logged.length = 0;
    await ask('/v1/chat/completions', { model: 'assistant', messages: [], secret: 1 });
    await ask('/v1/responses/none');
    await ask(TURNS, { secret: 1 });
    expect(logged).toMatchObject([
      { status: 400, error: 'unknown_parameter', cause: undefined },
      { status: 404, error: 'not_found', cause: undefined },
      { status: 400, error: 'Gateway.InvalidRequest', cause: undefined },
    ]);
    expect(JSON.stringify(logged)).not.toContain('secret');
  });
});

const IDS = [
  ...['a/b', '..', '../..', '\u{1F600}', '\u202E', "a'b", 'a\nb', 'a\r\nset-cookie: x', '%', '%2e%2e', ' '],
  ...['x'.repeat(3_000), '-1', '9'.repeat(30), 'NaN', '__proto__', 'constructor', 'A\u0301', ':', '*', '\\'],
].flatMap((id) => [id, encodeURIComponent(id)]);

const PLACES = [
  `${TURNS}/@/events`,
  ...['messages', 'messages?branch=@', 'messages?before=@', 'messages?channel=@', 'messages?thread=@'].map(
    (path) => `/api/v1/conversations/assistant/${path}`,
  ),
  '/api/v1/conversations/@/messages',
  '/api/v1/conversations/assistant/branches/@/switch',
  '/api/v1/executions/@',
  '/api/v1/executions/@/nodes/@',
  ...['since', 'flow'].map((name) => `/api/v1/executions?${name}=@`),
  ...['text', 'minCost'].map((name) => `/api/v1/executions/search?${name}=@`),
  '/api/v1/uploads/@',
  '/api/v1/calls/@/plan',
  '/api/v1/flows/@/versions/@',
  '/api/v1/search?q=@',
  '/api/v1/health?since=@',
  '/v1/responses/@',
  '/v1/responses/@/input_items',
  '/v1/conversations/@',
  '/v1/conversations/@/items',
  '/v1/conversations/c/items?after=@',
  '/v1/models/@',
  '/api/chat/@',
  '/api/chat/c?before=@',
  '/api/chat/c?flow=@',
  '/api/chat/c?thread=@',
  '/api/chat/@/stream',
  '/api/chat/c/stream?after=@',
];

async function ask(path: string, body?: unknown, headers: Record<string, string> = {}) {
  const response = await gateway.fetch(
    new Request(`http://gateway${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: 'Bearer k', 'content-type': 'application/json', ...headers },
      body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
    }),
  );
  return { status: response.status, body: await response.text() };
}

function sendRaw(bytes: string, { isHalfClosed = false } = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const { port } = new URL(running.url);
    const socket = connectSocket({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true }, () => {
      socket.write(bytes);
      if (isHalfClosed) socket.end();
    });
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    socket.on('end', () => socket.end());
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}
