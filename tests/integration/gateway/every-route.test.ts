import { mkdirSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import OpenAI from 'openai';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { serveStudio } from '../../../packages/gateway/studio/serve-studio.js';
import { text } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { isLongRun } from '../../setup/is-long-run.js';
import { RawConnection, type RawResponse } from './raw-connection.js';
import { listRoutes, type Route } from './routes.js';
import { serveGateway, type ServedGateway } from './serve-gateway.js';

let system: TestSystem;
let gateway: ServedGateway;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), { model: { script: () => text('Hello.') } });
  gateway = await serveGateway(system, {
    limits: { requestsPerMinute: 1_000_000, failedAttemptsPerMinute: 1_000_000, openStreams: 10_000 },
    studio: serveStudio,
    shareDays: 7,
  });
});
afterAll(async () => {
  await gateway?.close();
  await system?.stop();
});

const TABLE = fileURLToPath(
  new URL('../../../node_modules/.cache/threadline-tests/routes.md', import.meta.url),
);
const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

const SHARED = [
  '/healthz',
  '/readyz',
  '/',
  '/studio',
  '/studio/',
  '/api/docs',
  '/api/shared',
  '/api/v1/openapi.json',
].map((path) => ({ method: 'GET', path }));
const PAGES = ['/', '/studio', '/studio/'];

interface Sent {
  method: string;
  path: string;
  user: string;
}

const CHUNKED = 'transfer-encoding: chunked';
const JSON_TYPE = 'content-type: application/json';
const ZIPPED = gzipSync('{}');

const SHAPES: Readonly<Record<string, (sent: Sent) => Promise<RawResponse>>> = {
  'no body': (sent) => exchange(sent, head(sent)),
  'empty body': (sent) => exchange(sent, head(sent, 'content-length: 0')),
  'JSON body': (sent) => exchange(sent, `${head(sent, 'content-length: 2', JSON_TYPE)}{}`),
  'chunked body': (sent) => exchange(sent, `${head(sent, CHUNKED, JSON_TYPE)}1\r\n{\r\n1\r\n}\r\n0\r\n\r\n`),
  'Expect: 100-continue': (sent) =>
    exchange(sent, `${head(sent, 'expect: 100-continue', 'content-length: 2', JSON_TYPE)}{}`),
  'unknown query parameter': (sent) => {
    const asked = { ...sent, path: `${sent.path}?nonsense=1` };
    return exchange(asked, head(asked));
  },
  'repeated query parameter': (sent) => {
    const asked = { ...sent, path: `${sent.path}?limit=1&limit=2&flow=a&flow=b&nonsense=1` };
    return exchange(asked, head(asked));
  },
  'gzip body': (sent) => {
    const fields = head(sent, 'content-encoding: gzip', `content-length: ${ZIPPED.length}`, JSON_TYPE);
    return exchange(sent, Buffer.concat([Buffer.from(fields), ZIPPED]));
  },
  'HTTP/1.0': (sent) => exchange(sent, head(sent).replace('HTTP/1.1', 'HTTP/1.0').replace('host: x\r\n', '')),
  'after an error': async (sent) => {
    const connection = await RawConnection.open(gateway.url);
    try {
      const wrong = { ...sent, method: 'POST', path: '/api/v1/nowhere' };
      connection.write(`${head(wrong, CHUNKED)}1\r\n{\r\n0\r\n\r\n`);
      const error = await connection.read('POST');
      if (error.status !== 404 || error.isLast) throw new Error('The error ended the connection');
      connection.write(head(sent));
      return await connection.read(sent.method);
    } finally {
      connection.close();
    }
  },
};

const SHAPES_OF_A_ROUTE = isLongRun ? Object.keys(SHAPES).length : 3;

describe('serveGateway', () => {
  test('every route with every method in every shape -> no fault; a compressed body, a wrong method or query -> its error', async () => {
    const user = system.newUser('admin');
    const names = await makeThings(user);
    const routes = [...(await listRoutes(gateway.url)), ...SHARED];
    const paths = [...new Set(routes.map(({ path }) => path))];
    const asked = paths.flatMap((pattern) =>
      METHODS.map((method) => ({ pattern, method, path: fill(pattern, names), user })),
    );
    const shapes = Object.entries(SHAPES);
    const isRouted = ({ pattern, method }: { pattern: string; method: string }): boolean =>
      routes.some((route) => route.path === pattern && route.method === method);
    const sent = asked.flatMap((one, index) => {
      const count = isRouted(one) ? SHAPES_OF_A_ROUTE : 1;
      const kept = Array.from({ length: count }, (_, at) => shapes[(index + at) % shapes.length]!);
      return kept.map(([shape, send]) => ({ ...one, shape, send }));
    });
    const table = new Map(paths.map((path) => [path, {} as Record<string, string>]));
    const wrong: string[] = [];
    await eachAtOnce(sent, async ({ pattern, shape, send, ...request }) => {
      const { status, body } = await send(request);
      const { method, path } = request;
      const row = table.get(pattern)!;
      const seen = new Set([...(row[method]?.split(' ') ?? []), `${status}`]);
      row[method] = [...seen].sort().join(' ');
      if (status >= 500 || !isExpected({ status, body }, { shape, pattern, method, routes }))
        wrong.push(`${status} ${method} ${path}, ${shape}`);
    });
    writeTable(table);
    expect(wrong).toEqual([]);
    expect([...table.values()].map((row) => Object.keys(row).length)).toEqual(
      paths.map(() => METHODS.length),
    );
  });

  test('a DELETE or POST without Content-Length, by the clients of Node -> done', async () => {
    const [admin, user] = [system.newUser('admin'), system.newUser()];
    const conversation = system.client.conversation({ flow: 'assistant', user });
    await conversation.ask('Hello');
    const asUser = { authorization: `Bearer ${user}` };
    const path = `${gateway.url}/api/v1/conversations/assistant`;
    expect((await fetch(`${path}/clear`, { method: 'POST', headers: asUser })).status).toBe(202);
    const untitled = await fetch(`${path}/title`, { method: 'PUT', headers: asUser });
    expect([untitled.status, await untitled.text()]).toEqual([400, expect.stringContaining('body.title')]);
    await conversation.openThread({ message: 1, id: 't' });
    expect(await send('DELETE', `${path}/threads/t`, asUser)).toBe(200);
    const named = await fetch(`${gateway.url}/v1/conversations`, {
      method: 'POST',
      headers: asUser,
      body: '{}',
    });
    const made = (await named.json()) as { id: string };
    expect(await send('DELETE', `${gateway.url}/v1/conversations/${made.id}`, asUser)).toBe(200);
    const asAdmin = { authorization: `Bearer ${admin}` };
    const forgotten = await fetch(`${gateway.url}/api/v1/users/${user}`, {
      method: 'DELETE',
      headers: asAdmin,
    });
    expect([forgotten.status, await forgotten.json()]).toMatchObject([200, { rows: { conversation: 1 } }]);
  });

  test('a body in chunks -> read whole; one that is too long -> 413', async () => {
    const user = system.newUser();
    const headers = { authorization: `Bearer ${user}`, 'content-type': 'application/json' };
    const long = 'word '.repeat(10_000);
    const stream = new Blob([JSON.stringify({ text: long, turnId: 't' })]).stream();
    const turns = '/api/v1/conversations/assistant/turns';
    const sent = await fetch(gateway.url + turns, { method: 'POST', headers, body: stream, duplex: 'half' });
    expect(sent.status).toBe(202);
    const conversation = system.client.conversation({ flow: 'assistant', user });
    await expect
      .poll(async () => (await conversation.history()).messages.map(({ text: said }) => said))
      .toContain(long);
    const size = 29 * 1_024 * 1_024;
    for (const path of [turns, '/v1/chat/completions', '/mcp', '/api/chat', '/api/v1/uploads']) {
      const request = { method: 'POST', path, user };
      const bytes = Buffer.concat([
        Buffer.from(`${head(request, CHUNKED)}${size.toString(16)}\r\n`),
        Buffer.alloc(size, 32),
      ]);
      expect((await exchange(request, bytes)).status, path).toBe(413);
    }
  });
});

function writeTable(table: ReadonlyMap<string, Readonly<Record<string, string>>>): void {
  const rows = [...table].map(([path, row]) => [
    `\`${path}\``,
    ...METHODS.map((method) => row[method] ?? ''),
  ]);
  const lines = [['path', ...METHODS], ['---', ...METHODS.map(() => '---')], ...rows];
  mkdirSync(dirname(TABLE), { recursive: true });
  writeFileSync(TABLE, lines.map((line) => `| ${line.join(' | ')} |\n`).join(''));
}

async function makeThings(user: string): Promise<Readonly<Record<string, string>>> {
  const conversation = system.client.conversation({ flow: 'assistant', user });
  const { turnId } = await conversation.ask('Hello');
  const [execution] = await system.client.forUser(user).executions.list({ limit: 1 });
  const { executionId } = execution!;
  const [call] = await system.client.executions.explain(executionId);
  const { ref } = await system.client.upload(Buffer.from('text'), { user, filename: 'a.txt' });
  const openai = new OpenAI({ apiKey: user, baseURL: `${gateway.url}/v1` });
  const { id: spoken } = await openai.conversations.create();
  const response = await openai.responses.create({
    model: 'assistant',
    input: 'Hello',
    conversation: spoken,
  });
  const [item] = (await openai.conversations.items.list(spoken)).data;
  return {
    '/v1/models/:id': '/v1/models/assistant',
    '/v1/responses/:id': `/v1/responses/${response.id}`,
    '/v1/conversations/:id': `/v1/conversations/${spoken}`,
    ':item': item!.id!,
    '{flow}': 'assistant',
    '{turnId}': turnId,
    '{executionId}': encodeURIComponent(executionId),
    '{nodeId}': call!.nodeId,
    '{step}': `${call!.step}`,
    '{callId}': encodeURIComponent(call!.callId),
    '{ref}': ref,
    '{branch}': '1',
    '{version}': '1',
  };
}

function fill(pattern: string, names: Readonly<Record<string, string>>): string {
  const known = Object.entries(names).reduce((path, [name, value]) => path.replace(name, value), pattern);
  return known.replaceAll(/\{\w+\}|:\w+/g, 'none');
}

function isExpected(
  { status, body }: Pick<RawResponse, 'status' | 'body'>,
  {
    shape,
    pattern,
    method,
    routes,
  }: { shape: string; pattern: string; method: string; routes: readonly Route[] },
): boolean {
  if (PAGES.includes(pattern)) return method === 'GET' || method === 'HEAD' || status === 405;
  const isShared = SHARED.some(({ path }) => path === pattern);
  if (shape === 'gzip body' && !isShared) return status === 415;
  const taken = method === 'HEAD' ? 'GET' : method;
  if (!routes.some((route) => route.path === pattern && route.method === taken))
    return status === 405 || (shape === 'gzip body' && status === 415);
  if (!shape.endsWith('query parameter') || status === 405) return true;
  const named = shape.startsWith('unknown') ? /'nonsense'/ : /'(limit|flow)'/;
  return status === 400 && (method === 'HEAD' || named.test(body.toString()));
}

function head({ method, path, user }: Sent, ...headers: string[]): string {
  const lines = [`${method} ${path} HTTP/1.1`, 'host: x', `authorization: Bearer ${user}`, ...headers];
  return `${lines.join('\r\n')}\r\n\r\n`;
}

async function exchange({ method }: Sent, bytes: string | Uint8Array): Promise<RawResponse> {
  const connection = await RawConnection.open(gateway.url);
  try {
    connection.write(bytes);
    return await connection.read(method);
  } finally {
    connection.close();
  }
}

function send(method: string, url: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(url, { method, headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
}

const AT_ONCE = 16;

async function eachAtOnce<Item>(items: readonly Item[], run: (item: Item) => Promise<void>): Promise<void> {
  const left = [...items];
  const work = async (): Promise<void> => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await run(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}
