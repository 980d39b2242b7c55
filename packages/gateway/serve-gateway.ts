import { getRequestListener } from '@hono/node-server';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Gateway } from './create-gateway.js';
import type { ConnectionLimits } from './gateway-settings.js';
import { nameNetwork } from './access/failed-attempts.js';

export interface RunningGateway {
  url: string;
  /** Ends streams, whose readers resume elsewhere, and lets running requests finish for a while. */
  close(): Promise<void>;
}

interface GatewayPlace {
  host: string;
  port: number;
  addressHeader?: string | undefined;
  limits?: ConnectionLimits | undefined;
}

/** Short, because only bodies may be slow to arrive. */
const HEADERS_SECONDS = 10;
const REQUEST_SECONDS = 120;
/** Short, because Node's default of 30 s exceeds the limits above. */
const CHECK_CONNECTIONS_MS = 1_000;
/** More streams than one process can serve, and room for short requests. */
const CONNECTIONS = 5_000;
/** A fifth, so that one address cannot lock out the others. */
const CONNECTIONS_PER_ADDRESS = 1_000;
/** Longer than any request that does not wait for a turn. */
const DRAIN_MS = 10_000;
const POLL_MS = 50;

/** Rejects if the port is in use. */
export async function serveGateway(
  gateway: Gateway,
  { host, port, addressHeader, limits = {} }: GatewayPlace,
): Promise<RunningGateway> {
  const name = host.includes(':') ? `[${host}]` : host;
  const answer = getRequestListener(
    (request, { incoming, outgoing }) =>
      gateway.fetch(request, {
        address: readAddress(request, { incoming, addressHeader }),
        cut: () => outgoing.destroy(),
      }),
    {
      // The process may use its own global `Request`.
      overrideGlobalObjects: false,
      // An HTTP/1.0 request has no Host header.
      hostname: name,
    },
  );
  const server = createServer(
    {
      headersTimeout: (limits.headersSeconds ?? HEADERS_SECONDS) * 1_000,
      requestTimeout: (limits.requestSeconds ?? REQUEST_SECONDS) * 1_000,
      connectionsCheckingInterval: CHECK_CONNECTIONS_MS,
    },
    (incoming, outgoing) => {
      // Node uses only the first Host header.
      const hosts = incoming.headersDistinct.host ?? [];
      if (hosts.length > 1) outgoing.writeHead(400, { connection: 'close' }).end();
      else void answer(incoming, outgoing);
    },
  );
  server.maxConnections = limits.connections ?? CONNECTIONS;
  // Not behind a load balancer, where all connections share its address.
  if (addressHeader === undefined)
    limitConnections(server, limits.connectionsPerAddress ?? CONNECTIONS_PER_ADDRESS);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const { port: listening } = server.address() as AddressInfo;
  return { url: `http://${name}:${listening}`, close: () => drain(server, gateway) };
}

/** Takes the last entry, because the client may forge all others. */
function readAddress(
  request: Request,
  {
    incoming,
    addressHeader,
  }: { incoming: { socket?: { remoteAddress?: string | undefined } }; addressHeader: string | undefined },
): string | undefined {
  const forwarded = addressHeader === undefined ? undefined : request.headers.get(addressHeader);
  return forwarded?.split(',').at(-1)?.trim() || incoming.socket?.remoteAddress;
}

async function drain(server: Server, gateway: Gateway): Promise<void> {
  let isClosed = false;
  server.close(() => {
    isClosed = true;
  });
  // Set on every response, because a request may still arrive on a kept-alive connection.
  server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'));
  gateway.endStreams();
  for (const endMs = Date.now() + DRAIN_MS; !isClosed && Date.now() < endMs; await sleep(POLL_MS))
    server.closeIdleConnections();
  server.closeAllConnections();
}

/**
 * Silent connections must not lock out others. Beyond the limit, closes the address's oldest connection without a
 * running request, or else the new one.
 */
function limitConnections(server: Server, maxPerAddress: number): void {
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
      if (!idle) return;
      sockets.delete(idle);
    }
    open.set(address, sockets.add(socket));
    socket.once('close', () => {
      sockets.delete(socket);
      if (sockets.size === 0 && open.get(address) === sockets) open.delete(address);
    });
  });
}
