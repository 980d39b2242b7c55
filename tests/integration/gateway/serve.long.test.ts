import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { connect as connectSocket, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import {
  createGateway,
  serveGateway,
  singleKey,
  type Gateway,
  type GatewayLimits,
  type RunningGateway,
} from '../../../packages/gateway/index.js';
import { gated, text } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { agentFlow } from '../context/fixtures/agent-flow.js';

let system: TestSystem;
const opened: RunningGateway[] = [];
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [agentFlow({ slug: 'assistant', window: 400_000, maxOutputTokens: 150_000 })],
  });
});
afterAll(async () => {
  await Promise.all(opened.map((running) => running.close()));
  await system?.stop();
});

const ORIGIN = 'https://chat.example.com';

async function serve(
  user: string,
  limits: GatewayLimits = {},
): Promise<{ gateway: Gateway; running: RunningGateway }> {
  const authenticate = singleKey({ key: 'k', user });
  const gateway = createGateway({ client: system.client, authenticate, origins: [ORIGIN], limits });
  const running = await serveGateway(gateway, { host: '127.0.0.1', port: 0 });
  opened.push(running);
  return { gateway, running };
}

const headers = { authorization: 'Bearer k', 'content-type': 'application/json' };
const TURNS = '/api/v1/conversations/assistant/turns';

describe('serveGateway', () => {
  test('a gateway that ends while an answer streams -> the stream ends, and continues at another; a reader that left is not counted', async () => {
    const user = system.newUser();
    const [one, other] = [await serve(user), await serve(user)];
    const gate = gated('First, ', 'then.');
    system.model.reply(gate);
    await fetch(one.running.url + TURNS, { method: 'POST', headers, body: '{"text":"Hi","turnId":"t"}' });
    const left = new AbortController();
    const leaver = await fetch(`${other.running.url}${TURNS}/t/events`, { headers, signal: left.signal });
    await leaver.body!.getReader().read();
    expect(other.gateway.openStreams).toBe(1);
    left.abort();
    await expect.poll(() => other.gateway.openStreams).toBe(0);
    const streamed = await fetch(`${one.running.url}${TURNS}/t/events`, { headers });
    let seen = '';
    let closing: Promise<void> | undefined;
    for await (const chunk of streamed.body!.pipeThrough(new TextDecoderStream())) {
      seen += chunk;
      if (seen.includes('First, ')) closing ??= one.running.close();
    }
    await closing;
    expect(seen).not.toContain('"type":"done"');
    gate.release();
    const lastId = seen
      .match(/^id: .+$/gm)!
      .at(-1)!
      .slice('id: '.length);
    const rest = await fetch(`${other.running.url}${TURNS}/t/events`, {
      headers: { ...headers, 'last-event-id': lastId },
    });
    const after = await rest.text();
    expect(after).not.toContain('First, "');
    expect(after).toContain('"type":"done"');
    await expect(fetch(`${one.running.url}/healthz`)).rejects.toThrow();
  });

  test('a reader stops reading a long answer -> few bytes wait for it; it is cut off, and continues at another gateway', async () => {
    const user = system.newUser();
    const [one, other] = [await serve(user, { slowReaderSeconds: 0.5 }), await serve(user)];
    const long = Array.from({ length: 800_000 }, (_, index) => `${index}`).join(' ');
    system.model.reply(text(long));
    await fetch(one.running.url + TURNS, { method: 'POST', headers, body: '{"text":"Hi","turnId":"t"}' });
    await (await fetch(`${other.running.url}${TURNS}/t/events`, { headers })).text();
    const atGateway: Socket[] = [];
    const note = (message: unknown): void => void atGateway.push((message as { socket: Socket }).socket);
    subscribe('net.server.socket', note);
    const reader = connectSocket(Number(new URL(one.running.url).port), '127.0.0.1');
    reader.write(`GET ${TURNS}/t/events HTTP/1.0\r\nhost: x\r\nauthorization: Bearer k\r\n\r\n`);
    await once(reader, 'readable');
    unsubscribe('net.server.socket', note);
    let waiting = 0;
    const look = setInterval(() => {
      waiting = Math.max(waiting, ...atGateway.map(({ writableLength }) => writableLength));
    });
    await expect.poll(() => one.gateway.openStreams, { timeout: 30_000 }).toBe(0);
    clearInterval(look);
    expect(waiting).toBeGreaterThan(0);
    expect(waiting).toBeLessThan(256 * 1024);
    let seen = '';
    for await (const chunk of reader.setEncoding('utf8')) seen += chunk as string;
    const whole = seen.slice(0, seen.lastIndexOf('\n\n'));
    expect(whole.length).toBeLessThan(long.length);
    const lastId = whole.slice(whole.lastIndexOf('id: ') + 4).split('\n', 1)[0]!;
    const rest = await fetch(`${other.running.url}${TURNS}/t/events`, {
      headers: { ...headers, 'last-event-id': lastId },
    });
    expect(textIn(whole) + textIn(await rest.text()) === long).toBe(true);
  });

  test('a wrong key, a page of another origin, a header that is too long, no HTTP -> refused; others are answered', async () => {
    const { running } = await serve(system.newUser());
    const flows = `${running.url}/api/v1/flows`;
    const wrong = await fetch(flows, { headers: { authorization: 'Bearer kk' } });
    expect([wrong.status, wrong.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    const allowed = async (origin: string) =>
      (await fetch(flows, { headers: { ...headers, origin } })).headers.get('access-control-allow-origin');
    expect([await allowed(ORIGIN), await allowed('https://evil.example.com')]).toEqual([ORIGIN, null]);
    const preflight = await fetch(flows, { method: 'OPTIONS', headers: { origin: ORIGIN } });
    expect(preflight.status).toBe(204);
    expect((await fetch(flows, { headers: { ...headers, long: 'x'.repeat(20_000) } })).status).toBe(431);
    expect(await sendRaw(running.url, 'GARBAGE\r\n\r\n')).toMatch(/^HTTP\/1.1 400/);
    const path = await sendRaw(
      running.url,
      'GET /api/v1/../../etc/passwd HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
    );
    expect(path).toMatch(/^HTTP\/1.1 40[14]/);
    const ok = await fetch(flows, { headers });
    expect([ok.status, ok.headers.get('x-content-type-options')]).toEqual([200, 'nosniff']);
  });
});

function textIn(body: string): string {
  return body
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => JSON.parse(line.slice(6)) as { type: string; text?: string })
    .filter(({ type }) => type === 'text-delta')
    .map(({ text: delta }) => delta)
    .join('');
}

function sendRaw(url: string, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connectSocket(Number(new URL(url).port), '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}
