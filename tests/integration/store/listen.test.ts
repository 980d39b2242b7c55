import net, { type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, inject, test } from 'vitest';
import { createChangeListener } from '../../../store/listen.js';
import { createTestDatabase } from '../../../packages/testing/test-environment.js';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase(inject('environment'));
});
afterAll(async () => {
  await database?.drop();
});

describe('createChangeListener', () => {
  test('Postgres stands still while it listens -> close ends', async () => {
    const url = new URL(database.url);
    const front = await startFreezable(Number(url.port));
    url.port = String(front.port);
    const listener = createChangeListener(url.href);
    await new Promise<void>((resolve) => listener.on('some-workflow', resolve));
    front.freeze();
    await listener.close();
    front.close();
  });
});

/** Freezes like a stopped process, without closing connections. */
async function startFreezable(port: number) {
  const sockets: net.Socket[] = [];
  const server = net.createServer({ allowHalfOpen: true }, (socket) => {
    const up = net.connect(port, '127.0.0.1');
    sockets.push(socket, up);
    socket.pipe(up, { end: false }).pipe(socket, { end: false });
    for (const one of [socket, up]) one.on('error', () => undefined);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    freeze: () => sockets.forEach((socket) => socket.unpipe().pause()),
    close() {
      sockets.forEach((socket) => socket.destroy());
      server.close();
    },
  };
}
