import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createGateway } from '../../../packages/gateway/index.js';
import type { ConnectionLimits } from '../../../packages/gateway/gateway-settings.js';
import { serveGateway, type RunningGateway } from '../../../packages/gateway/serve-gateway.js';
import { text } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), { model: { script: () => text('Hello.') } });
});
afterAll(() => system?.stop());

const BEGINNINGS = {
  'headers that come byte by byte':
    'POST /api/v1/conversations/assistant/turns HTTP/1.1\r\nhost: x\r\nx-slow: ',
  'a body that comes byte by byte':
    'POST /api/v1/conversations/assistant/turns HTTP/1.1\r\nhost: x\r\ncontent-length: 100000\r\n\r\n{"text":"',
};

describe('serveGateway', () => {
  test.each(Object.entries(BEGINNINGS))(
    '%s -> 408 and cut off, nothing is stored; other requests are answered',
    async (_name, beginning) => {
      const user = system.newUser();
      const running = await serve(user, { headersSeconds: 1, requestSeconds: 2 });
      try {
        const senders = await Promise.all(Array.from({ length: 50 }, () => open(running)));
        const ended = senders.map(readAll);
        const trickle = setInterval(() => {
          for (const sender of senders) if (!sender.destroyed) sender.write('a');
        }, 100);
        for (const sender of senders) sender.write(beginning);
        expect((await fetch(`${running.url}/api/v1/flows`)).status).toBe(200);
        const told = await Promise.all(ended);
        clearInterval(trickle);
        expect(new Set(told.map((answer) => answer.split('\r\n')[0]))).toEqual(
          new Set(['HTTP/1.1 408 Request Timeout']),
        );
        expect((await fetch(`${running.url}/api/v1/flows`)).status).toBe(200);
        expect((await system.client.conversations({ user })).conversations).toEqual([]);
      } finally {
        await running.close();
      }
    },
  );

  test('more connections than allowed -> closed without an answer; answered once others have closed', async () => {
    const running = await serve(system.newUser(), { connections: 3 });
    const held = [await open(running), await open(running), await open(running)];
    try {
      const more = await open(running);
      expect(await readAll(more)).toBe('');
      for (const one of held) one.destroy();
      await expect
        .poll(async () => (await fetch(`${running.url}/api/v1/flows`).catch(() => undefined))?.status)
        .toBe(200);
    } finally {
      for (const one of held) one.destroy();
      await running.close();
    }
  });

  test('silent connections of one address -> the oldest are closed beyond its limit; others are answered, even from that address', async () => {
    const running = await serve(system.newUser(), { connections: 10, connectionsPerAddress: 3 });
    const silent: Socket[] = [];
    try {
      for (let opened = 0; opened < 20; opened += 1) {
        silent.push(await open(running, '127.0.0.2'));
        void readAll(silent.at(-1)!);
      }
      expect((await fetch(`${running.url}/api/v1/flows`)).status).toBe(200);
      const neighbor = await open(running, '127.0.0.2');
      neighbor.write('GET /api/v1/flows HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
      expect(await readAll(neighbor)).toMatch(/^HTTP\/1.1 200/);
      await expect.poll(() => silent.filter(({ closed }) => !closed).length).toBeLessThanOrEqual(3);
    } finally {
      for (const one of silent) one.destroy();
      await running.close();
    }
  });

  test('an address at its limit with requests that run -> its next connection is closed, no request is cut off', async () => {
    const running = await serve(system.newUser(), { connectionsPerAddress: 3 });
    const head =
      'POST /api/v1/conversations/assistant/turns HTTP/1.1\r\nhost: x\r\nconnection: close\r\n' +
      'content-length: 13\r\nexpect: 100-continue\r\n\r\n';
    const busy: Socket[] = [];
    try {
      for (let opened = 0; opened < 3; opened += 1) {
        const sender = await open(running, '127.0.0.2');
        sender.write(head);
        expect(String((await once(sender, 'data'))[0])).toBe('HTTP/1.1 100 Continue\r\n\r\n');
        busy.push(sender);
      }
      expect(await readAll(await open(running, '127.0.0.2'))).toBe('');
      const ended = busy.map(readAll);
      for (const sender of busy) sender.write('{"text":"Hi"}');
      for (const answer of await Promise.all(ended)) expect(answer).toMatch(/^HTTP\/1.1 202/);
    } finally {
      await running.close();
    }
  });

  test('four unsent bodies of 28 MB by one user -> the next large body waits for one to end; another user is served', async () => {
    const running = await serveUsers();
    const [ada, bob] = [system.newUser(), system.newUser('bob')];
    const held: Socket[] = [];
    try {
      for (let opened = 0; opened < 4; opened += 1) held.push(await holdLargeBody(running, ada));
      let isServed = false;
      const waiting = upload(running, { user: ada }).then(({ status }) => {
        isServed = true;
        return status;
      });
      expect((await upload(running, { user: bob })).status).toBe(201);
      expect(isServed).toBe(false);
      held[0]!.destroy();
      expect(await waiting).toBe(201);
    } finally {
      for (const sender of held) sender.destroy();
      await running.close();
    }
  });

  test('four users with four such bodies each -> other large bodies get 503, small ones are served; all are once one has ended', async () => {
    const running = await serveUsers();
    const stranger = system.newUser('stranger');
    const held: Socket[] = [];
    try {
      for (const user of Array.from({ length: 4 }, () => system.newUser()))
        for (let opened = 0; opened < 4; opened += 1) held.push(await holdLargeBody(running, user));
      await expect.poll(async () => (await upload(running, { user: stranger })).status).toBe(503);
      const refused = await upload(running, { user: stranger });
      expect([refused.headers.get('retry-after'), await refused.json()]).toMatchObject([
        '5',
        { error: { type: 'Gateway.Busy', message: expect.stringContaining('469762048 bytes') as string } },
      ]);
      expect((await upload(running, { user: stranger, body: 'words' })).status).toBe(201);
      held[0]!.destroy();
      await expect.poll(async () => (await upload(running, { user: stranger })).status).toBe(201);
    } finally {
      for (const sender of held) sender.destroy();
      await running.close();
    }
  });
});

function serveUsers(): Promise<RunningGateway> {
  const gateway = createGateway({
    client: system.client,
    authenticate: ({ headers }) => ({ user: headers.get('authorization')!.slice('Bearer '.length) }),
  });
  return serveGateway(gateway, { host: '127.0.0.1', port: 0 });
}

function upload(
  { url }: RunningGateway,
  { user, body = 'words '.repeat(500_000) }: { user: string; body?: string },
): Promise<Response> {
  const headers = { authorization: `Bearer ${user}`, 'content-type': 'text/plain' };
  return fetch(`${url}/api/v1/uploads`, { method: 'POST', headers, body });
}

async function holdLargeBody(running: RunningGateway, user: string): Promise<Socket> {
  const sender = await open(running);
  sender.write(
    `POST /api/v1/uploads HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${user}\r\n` +
      `content-length: ${28 * 1024 * 1024}\r\nexpect: 100-continue\r\n\r\n`,
  );
  await once(sender, 'data');
  return sender;
}

function serve(user: string, limits: ConnectionLimits): Promise<RunningGateway> {
  const gateway = createGateway({ client: system.client, authenticate: () => ({ user }) });
  return serveGateway(gateway, { host: '127.0.0.1', port: 0, limits });
}

async function open({ url }: RunningGateway, localAddress = '127.0.0.1'): Promise<Socket> {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', localAddress });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

async function readAll(socket: Socket): Promise<string> {
  let all = '';
  socket.on('data', (data: Buffer) => (all += data.toString()));
  await new Promise((resolve) => socket.once('close', resolve));
  return all;
}
