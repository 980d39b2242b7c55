import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { DefaultChatTransport } from 'ai';
import OpenAI from 'openai';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { connect } from '../../../client/connect.js';
import type { Threadline } from '../../../client/threadline.js';
import type { TurnEvent } from '../../../client/stream/turn-events.js';
import type { RequestFacts } from '../../../packages/gateway/index.js';
import { startTcpProxy, type TcpProxy } from '../../../packages/testing/chaos/tcp-proxy.js';
import { gated, text, type Reply } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { serveGateway, type ServedGateway } from './serve-gateway.js';

let system: TestSystem;
let proxies: Record<'temporal' | 'postgres', TcpProxy>;
let hasty: Threadline;
let gateway: ServedGateway | undefined;
const logged: RequestFacts[] = [];
let script = (): Reply => text('Two words.');
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), { model: { script: () => script() } });
  const { environment, databaseUrl } = system;
  const temporalPort = Number(environment.temporalAddress.split(':').at(-1));
  const throughPostgres = new URL(databaseUrl);
  proxies = {
    temporal: await startTcpProxy(temporalPort),
    postgres: await startTcpProxy(Number(throughPostgres.port)),
  };
  throughPostgres.port = String(proxies.postgres.port);
  hasty = await connect({
    temporal: { address: `127.0.0.1:${proxies.temporal.port}`, connectTimeout: 20_000 },
    databaseUrl: throughPostgres.href,
    taskQueue: system.taskQueue,
    timeoutMs: 800,
  });
});
afterEach(async () => {
  await gateway?.close();
  logged.length = 0;
  for (const proxy of Object.values(proxies)) proxy.setMode('pass');
});
afterAll(async () => {
  await hasty?.close();
  await system?.stop();
  for (const proxy of Object.values(proxies ?? {})) await proxy.close();
});

const SECRET = 'the words of a person';

interface Asked {
  url: string;
  user: string;
  message: string;
  fetch: typeof fetch;
}

const CLIENTS = {
  async openai({ url, user, message, fetch }) {
    const client = new OpenAI({ apiKey: user, baseURL: `${url}/v1`, maxRetries: 0, fetch });
    const messages = [{ role: 'user' as const, content: message }];
    for await (const _chunk of await client.chat.completions.create({
      model: 'assistant',
      messages,
      stream: true,
    }));
  },
  async useChat({ url, user, message, fetch }) {
    const headers = { authorization: `Bearer ${user}` };
    const chunks = await new DefaultChatTransport({ api: `${url}/api/chat`, headers, fetch }).sendMessages({
      trigger: 'submit-message',
      chatId: 'c',
      messageId: undefined,
      messages: [{ id: 'u1', role: 'user', parts: [{ type: 'text', text: message }] }],
      abortSignal: undefined,
    });
    for await (const chunk of chunks) if (chunk.type === 'error') throw new Error(chunk.errorText);
  },
  async rest({ url, user, message, fetch }) {
    const headers = { authorization: `Bearer ${user}` };
    const turns = `${url}/api/v1/conversations/assistant/turns`;
    const body = JSON.stringify({ text: message, turnId: 't' });
    const ask = async (path: string, init: RequestInit): Promise<void> => {
      const response = await fetch(path, { headers, ...init });
      const answer = await response.text();
      if (!response.ok) throw new Error(answer);
    };
    await ask(turns, { method: 'POST', body });
    await ask(`${turns}/t/events`, {});
  },
  async mcp({ url, user, message, fetch }) {
    const client = new Client({ name: 'test', version: '1' });
    const requestInit = { headers: { authorization: `Bearer ${user}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit, fetch }));
    const { isError, content } = await client.callTool({ name: 'assistant', arguments: { message } });
    await client.close();
    if (isError === true) throw new Error(JSON.stringify(content));
  },
} satisfies Record<string, (asked: Asked) => Promise<void>>;
type Family = keyof typeof CLIENTS;

interface Refused {
  error: Error;
  status: number;
  retryAfter: string | null;
  body: string;
}

async function refusalOf(family: Family, message = SECRET): Promise<Refused> {
  let last: Omit<Refused, 'error'> | undefined;
  const looking: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    const { status, headers } = response;
    if (status === 405) return response;
    const seen = { status, retryAfter: headers.get('retry-after'), body: '' };
    last = seen;
    const decoder = new TextDecoder();
    const copy = new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, passed) {
        seen.body += decoder.decode(piece, { stream: true });
        passed.enqueue(piece);
      },
    });
    return new Response(response.body?.pipeThrough(copy) ?? null, { status, headers });
  };
  const { url } = gateway!;
  const asked = CLIENTS[family]({ url, user: system.newUser(), message, fetch: looking });
  const error = await asked.then(
    () => new Error('Nothing was refused'),
    (reason: unknown) => reason as Error,
  );
  return { error, ...last! };
}

const SHAPES: Record<Family, object> = {
  openai: {
    error: {
      message: expect.any(String) as string,
      type: expect.any(String) as string,
      param: null,
      code: expect.any(String) as string,
    },
  },
  useChat: { error: { type: expect.any(String) as string, message: expect.any(String) as string } },
  rest: { error: { type: expect.any(String) as string, message: expect.any(String) as string } },
  mcp: {
    jsonrpc: '2.0',
    id: null,
    error: { code: expect.any(Number) as number, message: expect.any(String) as string },
  },
};
const FAMILIES = Object.keys(CLIENTS) as Family[];
const INSIDE = /127\.0\.0\.1|ECONN|postgres|temporal|grpc|\.ts:|node_modules|    at /i;

describe('what a gateway refuses', () => {
  test('nothing in the way -> every client is answered; every request is logged with its turn, none with its text', async () => {
    gateway = await serveGateway(system, { log: (facts) => logged.push(facts) });
    for (const family of FAMILIES)
      expect((await refusalOf(family)).error.message).toBe('Nothing was refused');
    const turns = logged.filter(({ turn }) => turn !== undefined).map(({ route }) => route);
    expect(turns).toEqual(
      expect.arrayContaining([
        '/v1/chat/completions',
        '/api/chat',
        '/api/v1/conversations/:flow/turns',
        '/mcp',
      ]),
    );
    expect(JSON.stringify(logged)).not.toContain(SECRET);
  });

  test.each([
    ['too many requests', 429, { requestsPerMinute: 0 }, SECRET],
    ['too many streams', 429, { openStreams: 0 }, SECRET],
    ['a body that is too long', 413, {}, SECRET.repeat(1_400_000)],
  ])('%s -> %i in the shape of each family, and the retry time', async (_what, status, limits, message) => {
    gateway = await serveGateway(system, { limits, log: (facts) => logged.push(facts) });
    for (const family of FAMILIES) {
      const { error, ...refused } = await refusalOf(family, message);
      expect([family, refused.status]).toEqual([family, status]);
      expect(JSON.parse(refused.body)).toMatchObject(SHAPES[family]);
      expect(Number(refused.retryAfter) > 0).toBe(status === 429);
      if (family === 'openai')
        expect(error).toBeInstanceOf(status === 429 ? OpenAI.RateLimitError : OpenAI.APIError);
      expect(refused.body + error.message).not.toMatch(INSIDE);
    }
    expect(logged.filter((facts) => facts.status === status).length).toBeGreaterThanOrEqual(FAMILIES.length);
    expect(JSON.stringify(logged)).not.toContain(SECRET);
  });

  test.each(['temporal', 'postgres'] as const)(
    'no %s -> 503 in the shape of each family, a result of a tool, and no internal detail',
    async (name) => {
      gateway = await serveGateway({ client: hasty }, { log: (facts) => logged.push(facts) });
      proxies[name].setMode('refuse');
      for (const family of FAMILIES) {
        const { error, status, retryAfter, body } = await refusalOf(family);
        expect(error.message).not.toBe('Nothing was refused');
        expect(body + error.message).not.toMatch(INSIDE);
        if (family === 'useChat' && name === 'postgres')
          expect(error.message).toMatch(/^The answer continues but cannot be read/);
        if (family === 'mcp' || (family === 'useChat' && name === 'postgres')) continue;
        expect([family, status, Number(retryAfter) > 0]).toEqual([family, 503, true]);
        expect(JSON.parse(body)).toMatchObject(SHAPES[family]);
      }
      expect(JSON.stringify(logged)).not.toContain(SECRET);
      expect((await fetch(`${gateway.url}/readyz`)).status).toBe(name === 'postgres' ? 503 : 200);
    },
  );

  test('Postgres becomes unavailable while an answer streams -> useChat gets an error, the turn continues', async () => {
    gateway = await serveGateway({ client: hasty });
    const user = system.newUser();
    const gate = gated('First, ', 'then.');
    script = () => gate;
    const conversation = system.client.conversation({ flow: 'assistant', user, channel: 'c' });
    const { turnId } = await conversation.submit('Hi');
    await gate.started;
    const api = `${gateway.url}/api/chat`;
    const headers = { authorization: `Bearer ${user}` };
    const chunks = await new DefaultChatTransport({ api, headers }).reconnectToStream({ chatId: 'c' });
    const types: string[] = [];
    let told = '';
    for await (const chunk of chunks ?? []) {
      types.push(chunk.type);
      if (chunk.type === 'text-delta') proxies.postgres.setMode('refuse');
      if (chunk.type === 'error') told = chunk.errorText;
    }
    expect(types.at(-1)).toBe('error');
    expect(told).toMatch(/^The answer continues but cannot be read at the moment/);
    proxies.postgres.setMode('pass');
    gate.release();
    let last: TurnEvent | undefined;
    for await (const event of conversation.stream(turnId)) last = event;
    expect(last).toMatchObject({ type: 'done', text: 'First, then.' });
  });
});
