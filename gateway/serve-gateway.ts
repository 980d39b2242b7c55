import { getRequestListener } from '@hono/node-server';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Gateway } from './create-gateway.js';
import type { ConnectionLimits } from './gateway-settings.js';
import { limitConnections } from './limit-connections.js';

/** A gateway that listens. */
export interface RunningGateway {
  url: string;
  /** Takes no more connections, ends streams so that readers go on elsewhere, and lets requests end, for a while. */
  close(): Promise<void>;
}

/** Where a gateway listens. */
interface GatewayPlace {
  host: string;
  port: number;
  addressHeader?: string | undefined;
  limits?: ConnectionLimits | undefined;
}

/** Headers come at once; a file may take its time. */
const HEADERS_SECONDS = 10;
const REQUEST_SECONDS = 120;
/** Looked at so often; Node's own half a minute would make a limit of seconds one of half a minute. */
const LOOK_AT_CONNECTIONS_MS = 1_000;
/** More than the streams that one process carries at once, with room for what comes and goes. */
const CONNECTIONS = 5_000;
/** A fifth, so that one address cannot keep all others out. */
const CONNECTIONS_PER_ADDRESS = 1_000;
/** Longer than a request takes that waits for no turn. */
const DRAIN_MS = 10_000;
const LOOK_MS = 50;

/** Serves a gateway with Node's own HTTP server. Rejects when the port is taken. */
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
      // The process may have its own Request.
      overrideGlobalObjects: false,
      // HTTP/1.0 knows no Host header.
      hostname: name,
    },
  );
  const server = createServer(
    {
      headersTimeout: (limits.headersSeconds ?? HEADERS_SECONDS) * 1_000,
      requestTimeout: (limits.requestSeconds ?? REQUEST_SECONDS) * 1_000,
      connectionsCheckingInterval: LOOK_AT_CONNECTIONS_MS,
    },
    (incoming, outgoing) => {
      // Node uses the first and ignores the others.
      const hosts = incoming.headersDistinct.host ?? [];
      if (hosts.length > 1) outgoing.writeHead(400, { connection: 'close' }).end();
      else void answer(incoming, outgoing);
    },
  );
  server.maxConnections = limits.connections ?? CONNECTIONS;
  // Behind a balancer all connections come from its address.
  if (addressHeader === undefined)
    limitConnections(server, limits.connectionsPerAddress ?? CONNECTIONS_PER_ADDRESS);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const { port: listening } = server.address() as AddressInfo;
  return { url: `http://${name}:${listening}`, close: () => drain(server, gateway) };
}

/** The address of who asks. Of a balancer's header only the last part is its own: what comes before may be made up. */
function readAddress(
  request: Request,
  {
    incoming,
    addressHeader,
  }: { incoming: { socket?: { remoteAddress?: string | undefined } }; addressHeader: string | undefined },
): string | undefined {
  const told = addressHeader === undefined ? undefined : request.headers.get(addressHeader);
  return told?.split(',').at(-1)?.trim() || incoming.socket?.remoteAddress;
}

async function drain(server: Server, gateway: Gateway): Promise<void> {
  let isClosed = false;
  server.close(() => {
    isClosed = true;
  });
  // A request may still come on a connection that was kept alive: it is answered, and is the last there.
  server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'));
  gateway.endStreams();
  // A connection that is kept alive becomes idle when its request ends.
  for (const endMs = Date.now() + DRAIN_MS; !isClosed && Date.now() < endMs; await sleep(LOOK_MS))
    server.closeIdleConnections();
  server.closeAllConnections();
}
