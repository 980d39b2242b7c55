import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from 'vitest';
import { startHttpServer, type HttpServerOptions } from '../../worker/http-server.js';

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

describe('startHttpServer', () => {
  test('/healthz -> 200 as long as the process answers, ready or not', async () => {
    const url = await start({ whyNotReady: () => Promise.resolve('worker is DRAINING') });
    expect(await get(`${url}/healthz`)).toEqual([200, 'ok\n']);
  });

  test.each([
    [undefined, 200, 'ready\n'],
    [
      'Postgres does not answer: connect ECONNREFUSED',
      503,
      'Postgres does not answer: connect ECONNREFUSED\n',
    ],
  ])('/readyz while the reason against it is %j -> %d', async (reason, status, body) => {
    const url = await start({ whyNotReady: () => Promise.resolve(reason) });
    expect(await get(`${url}/readyz?verbose`)).toEqual([status, body]);
  });

  test('/readyz when the check fails -> 500 with the error', async () => {
    const url = await start({ whyNotReady: () => Promise.reject(new Error('broken')) });
    expect(await get(`${url}/readyz`)).toEqual([500, 'broken\n']);
  });

  test("/metrics -> the metrics, in Prometheus' content type", async () => {
    const readMetrics = () => Promise.resolve('temporal_worker_task_slots_available 5\n');
    const response = await fetch(`${await start({ readMetrics })}/metrics`);
    expect(await response.text()).toContain('temporal_worker_task_slots_available 5\n');
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ]);
  });

  test('/metrics that cannot be read -> 500, and the server continues', async () => {
    const url = await start({ readMetrics: () => Promise.reject(new Error('no exporter')) });
    expect((await get(`${url}/metrics`))[0]).toBe(500);
    expect((await get(`${url}/healthz`))[0]).toBe(200);
  });

  test.each([
    ['a page that got here by DNS rebinding', '127.0.0.1:0', 'evil.example:9464', 403],
    ['a name that only looks local', '127.0.0.1:0', 'localhost.evil.example', 403],
    ['this machine by name', '127.0.0.1:0', 'localhost:9464', 200],
    ['this machine by address', '127.0.0.1:0', '127.0.0.1:9464', 200],
    ['a service name, on all interfaces', '0.0.0.0:0', 'worker.default.svc:9464', 200],
  ])('Host of %s -> 403, or an answer', async (_whom, address, host, status) => {
    const { port } = new URL(await start({ address }));
    const asked = request({ host: '127.0.0.1', port, path: '/healthz', headers: { host } }).end();
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    const body = await text(response);
    expect([response.statusCode, body.includes(`'${host}' is not allowed`)]).toEqual([
      status,
      status === 403,
    ]);
  });

  test.each(['/', '/healthz/', '/../healthz2'])('%s -> 404 with the existing routes', async (path) => {
    const [status, body] = await get((await start()) + path);
    expect([status, body]).toEqual([404, 'Not found. Available: /healthz, /readyz and /metrics\n']);
  });

  test('port 0 -> a free port, shown in the url', async () => {
    expect(await start()).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d+$/);
  });

  test.each([
    ['taken', async () => new URL(await start()).host],
    ['beyond all ports', () => Promise.resolve('127.0.0.1:70000')],
    ['on no interface of this machine', () => Promise.resolve('203.0.113.1:9464')],
  ])('a port that is %s -> a sentence naming the address and the variable', async (_name, takeAddress) => {
    const address = await takeAddress();
    await expect(start({ address })).rejects.toThrow(
      new RegExp(`The HTTP port ${address} cannot be used \\(.+\\); set THREADLINE_HTTP_ADDRESS to another`),
    );
  });

  test('closed while a connection is kept alive -> closes and frees the port', async () => {
    const server = await startHttpServer(optionsOf({}));
    await get(`${server.url}/healthz`);
    await server.close();
    expect(await start({ address: new URL(server.url).host })).toBe(server.url);
  });
});

function optionsOf(options: Partial<HttpServerOptions>): HttpServerOptions {
  return {
    address: '127.0.0.1:0',
    readMetrics: () => Promise.resolve(''),
    variable: 'THREADLINE_HTTP_ADDRESS',
    whyNotReady: () => Promise.resolve(undefined),
    ...options,
  };
}

async function start(options: Partial<HttpServerOptions> = {}): Promise<string> {
  const server = await startHttpServer(optionsOf(options));
  open.push(() => server.close());
  return server.url;
}

async function get(url: string): Promise<[status: number, body: string]> {
  const response = await fetch(url);
  return [response.status, await response.text()];
}
