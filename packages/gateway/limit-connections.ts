import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { nameNetwork } from './access/failed-attempts.js';

/**
 * Limits connections per address. Past the limit, the address loses its oldest connection without a running
 * request, so silent connections cannot lock out other people who share the address. If all have one, the new
 * connection is closed.
 */
export function limitConnections(server: Server, maxPerAddress: number): void {
  const open = new Map<string, Set<Socket>>();
  const running = new WeakMap<Socket, number>();
  const count = (socket: Socket, change: number): void => {
    running.set(socket, (running.get(socket) ?? 0) + change);
  };
  server.prependListener('request', ({ socket }, response) => {
    count(socket, 1);
    response.once('close', () => count(socket, -1));
  });
  server.prependListener('connection', (socket) => {
    const address = nameNetwork(socket.remoteAddress ?? '');
    const sockets = open.get(address) ?? new Set();
    if (sockets.size >= maxPerAddress) {
      const idle = [...sockets].find((other) => !running.get(other));
      (idle ?? socket).destroy();
      if (idle === undefined) return;
      sockets.delete(idle);
    }
    open.set(address, sockets.add(socket));
    socket.once('close', () => {
      sockets.delete(socket);
      if (sockets.size === 0 && open.get(address) === sockets) open.delete(address);
    });
  });
}
