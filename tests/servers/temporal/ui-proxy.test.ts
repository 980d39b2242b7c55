import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from 'vitest';
import { openUiProxy, type UiProxy } from '../../../servers/temporal/ui-proxy.js';

const open: UiProxy[] = [];
const servers: Server[] = [];
afterEach(async () => {
  for (const proxy of open.splice(0)) await proxy.close();
  for (const server of servers.splice(0)) server.close();
});

async function startUi(): Promise<number> {
  const server = createServer((incoming, outgoing) => {
    void text(incoming).then((body) => outgoing.end(`${incoming.method} ${incoming.url} ${body}`));
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function openProxy(port: number, serverPort: number | undefined): Promise<void> {
  const server = serverPort === undefined ? undefined : `127.0.0.1:${serverPort}`;
  open.push(await openUiProxy({ port, findServer: () => server }));
}

async function freePort(): Promise<number> {
  const port = await startUi();
  servers.pop()?.close();
  return port;
}

async function ask(port: number, headers: Record<string, string> | string[], method = 'GET') {
  const asked = request({ host: '127.0.0.1', port, method, path: '/api/v1/namespaces?a=1', headers });
  asked.end(method === 'POST' ? 'signal' : undefined);
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

describe('openUiProxy', () => {
  test("the UI's own pages -> forwarded; another Host or Origin -> 403 that names it, and nothing is forwarded", async () => {
    const port = await freePort();
    await openProxy(port, await startUi());
    const [byAddress, byName] = [`127.0.0.1:${port}`, `localhost:${port}`];
    expect(await ask(port, { host: byAddress })).toMatchObject({
      status: 200,
      body: 'GET /api/v1/namespaces?a=1 ',
      headers: { 'x-frame-options': 'SAMEORIGIN' },
    });
    expect(await ask(port, { host: byName, origin: `http://${byName}` }, 'POST')).toMatchObject({
      status: 200,
      body: 'POST /api/v1/namespaces?a=1 signal',
    });
    for (const [headers, value] of [
      [{ host: `evil.example:${port}` }, 'evil.example'],
      [{ host: '127.0.0.1:1' }, '127.0.0.1:1'],
      [{ host: byAddress, origin: 'http://evil.example' }, 'http://evil.example'],
      [{ host: byAddress, origin: 'http://127.0.0.1:1' }, 'http://127.0.0.1:1'],
      [{ host: byAddress, origin: 'null' }, 'null'],
    ] as const)
      for (const method of ['GET', 'POST'])
        expect(await ask(port, headers, method)).toMatchObject({
          status: 403,
          body: expect.stringContaining(value) as string,
        });
  });

  test('two Host headers of which the first is right -> 400, and nothing is forwarded', async () => {
    const port = await freePort();
    await openProxy(port, await startUi());
    expect(await ask(port, ['host', `127.0.0.1:${port}`, 'host', 'evil.example'])).toMatchObject({
      status: 400,
      body: 'More than one Host header\n',
    });
  });

  test('the UI server is down -> 502', async () => {
    const [port, serverPort] = [await freePort(), await freePort()];
    await openProxy(port, serverPort);
    expect(await ask(port, { host: `127.0.0.1:${port}` })).toMatchObject({ status: 502 });
    const second = await freePort();
    await openProxy(second, undefined);
    expect(await ask(second, { host: `127.0.0.1:${second}` })).toMatchObject({ status: 502 });
  });

  test('two processes serve it, the first one ends -> the second one takes over', async () => {
    const [port, serverPort] = [await freePort(), await startUi()];
    await openProxy(port, serverPort);
    await openProxy(port, serverPort);
    await open.shift()?.close();
    await expect
      .poll(() => ask(port, { host: `127.0.0.1:${port}` }).catch(() => ({ status: 0 })), { timeout: 10_000 })
      .toMatchObject({ status: 200 });
  });
});
