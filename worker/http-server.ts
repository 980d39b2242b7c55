import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { errorMessage } from '../protocol/error-message.js';
import { isLoopback } from '../protocol/is-loopback.js';
import { isRebindable } from '../protocol/rebindable-host.js';

export interface HttpServerOptions {
  /** `host:port`; port 0 picks a free one. */
  address: string;
  whyNotReady: () => Promise<string | undefined>;
  readMetrics: () => Promise<string>;
  variable: string;
}

export interface RunningHttpServer {
  url: string;
  close(): Promise<void>;
}

/**
 * `/readyz` returns 503 until the process accepts work. A loopback address refuses foreign `Host`s, against
 * DNS rebinding.
 */
export async function startHttpServer(options: HttpServerOptions): Promise<RunningHttpServer> {
  const separator = options.address.lastIndexOf(':');
  const host = options.address.slice(0, separator);
  const server = createServer((request, response) => {
    const { host: name } = request.headers;
    if (isLoopback(host) && name !== undefined && isRebindable(name))
      return send(response, 403, `Host '${name.slice(0, 200)}' is not allowed here: use '${host}'`);
    respond(request.url ?? '/', response, options).catch((error: unknown) => {
      if (!response.headersSent) send(response, 500, errorMessage(error));
      else response.destroy();
    });
  });
  await listen(server, {
    host,
    port: Number(options.address.slice(separator + 1)),
    variable: options.variable,
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://${host}:${port}`, close: () => close(server) };
}

async function respond(url: string, response: ServerResponse, options: HttpServerOptions): Promise<void> {
  switch (url.split('?')[0]) {
    case '/healthz':
      return send(response, 200, 'ok');
    case '/readyz': {
      const reason = await options.whyNotReady();
      return send(response, reason === undefined ? 200 : 503, reason ?? 'ready');
    }
    case '/metrics':
      return send(response, 200, (await options.readMetrics()).trimEnd());
    default:
      return send(response, 404, 'Not found. Available: /healthz, /readyz and /metrics');
  }
}

function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(`${body}\n`);
}

async function listen(
  server: Server,
  { host, port, variable }: { host: string; port: number; variable: string },
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  }).catch((error: unknown) => {
    const reason = errorMessage(error);
    throw new Error(`The HTTP port ${host}:${port} cannot be used (${reason}); set ${variable} to another`, {
      cause: error,
    });
  });
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise<void>((resolve) => server.close(() => resolve()));
}
