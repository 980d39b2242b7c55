import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startTcpProxy, type TcpProxy } from '../../../packages/testing/chaos/tcp-proxy.js';

let echo: Server;
let proxy: TcpProxy;
const sockets: Socket[] = [];
beforeEach(async () => {
  echo = createServer((socket) => socket.on('error', () => undefined).pipe(socket));
  echo.listen(0, '127.0.0.1');
  await once(echo, 'listening');
  proxy = await startTcpProxy((echo.address() as AddressInfo).port);
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await proxy.close();
  echo.close();
});

describe('startTcpProxy', () => {
  test('pass -> data is forwarded both ways', async () => {
    expect(await echoed(await open(), 'hello')).toBe('hello');
  });
  test('refuse -> open connections are closed, and new ones at once', async () => {
    const before = await open();
    expect(await echoed(before, 'hello')).toBe('hello');
    const closed = once(before, 'close');
    proxy.setMode('refuse');
    await closed;
    await once(await open(), 'close');
  });
  test('silence, then pass -> nothing arrives, then open connections are closed and new ones work', async () => {
    const before = await open();
    proxy.setMode('silence');
    let heard = '';
    before.on('data', (bytes: Buffer) => (heard += bytes.toString()));
    before.write('lost');
    const closed = once(before, 'close');
    const during = await open();
    during.write('lost too');
    proxy.setMode('pass');
    await closed;
    expect(heard).toBe('');
    expect(await echoed(await open(), 'hello')).toBe('hello');
  });
  test('delay, then pass -> held data arrives before later data', async () => {
    proxy.setMode('delay');
    const socket = await open();
    socket.write('held ');
    for (let turn = 0; turn < 100; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    proxy.setMode('pass');
    expect(await echoed(socket, 'later', 'held later'.length)).toBe('held later');
  });
  test('delay, and the server ends the connection -> its last data arrives before the end', async () => {
    const server = createServer((socket) => socket.end('one two three'));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const slow = await startTcpProxy((server.address() as AddressInfo).port);
    slow.setMode('delay');
    const socket = await open(slow);
    let heard = '';
    socket.on('data', (bytes: Buffer) => (heard += bytes.toString()));
    await once(socket, 'close');
    expect(heard).toBe('one two three');
    await slow.close();
    server.close();
  });
});

async function open({ port } = proxy): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port });
  socket.on('error', () => undefined);
  sockets.push(socket);
  await once(socket, 'connect');
  return socket;
}

async function echoed(socket: Socket, text: string, length = text.length): Promise<string> {
  let heard = '';
  const whole = new Promise<void>((resolve) => {
    socket.on('data', (bytes: Buffer) => {
      heard += bytes.toString();
      if (heard.length >= length) resolve();
    });
  });
  socket.write(text);
  await whole;
  return heard;
}
