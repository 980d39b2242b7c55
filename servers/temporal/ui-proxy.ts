import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createHash } from 'node:crypto';
import { errorCode } from '../error-text.js';
import { isPortFree } from '../process/choose-ports.js';

/**
 * Temporal's UI server accepts any `Host`. It runs on one of these ports (the "bad ports" of the Fetch standard), which
 * browsers refuse, so that pages can reach only this proxy.
 */
const PORTS_BROWSERS_REFUSE = [
  6665, 6666, 6667, 6668, 6669, 6679, 6697, 6566, 10_080, 5060, 5061, 4190, 3659, 4045, 1719, 1720, 1723,
];

/** Prefers a loopback address for this data folder alone. Where only 127.0.0.1 exists, as on macOS, folders share its ports. */
export async function chooseUiAddress(dataDir: string): Promise<string | undefined> {
  const [a = 0, b = 0, c = 0] = createHash('sha256').update(dataDir).digest();
  for (const host of [`127.${a}.${b}.${c}`, '127.0.0.1'])
    for (const port of PORTS_BROWSERS_REFUSE) if (await isPortFree(port, host)) return `${host}:${port}`;
  return undefined;
}

const RETRY_MS = 1_000;

export interface UiProxy {
  close(): Promise<void>;
}

/**
 * Refuses a foreign `Host`, which a page sends after DNS rebinding, and a foreign `Origin`. Requests without an `Origin`
 * pass, because other pages cannot read their responses.
 */
export async function openUiProxy({
  port,
  findServer,
}: {
  port: number;
  findServer: () => string | undefined;
}): Promise<UiProxy> {
  const server = createServer((incoming, outgoing) => {
    const refusal = findRefusal(incoming, port);
    const address = refusal ? undefined : findServer();
    if ((incoming.headersDistinct.host ?? []).length > 1) refuse(outgoing, 400, 'More than one Host header');
    else if (refusal) refuse(outgoing, 403, refusal);
    else if (address === undefined) refuse(outgoing, 502, "Temporal's UI is not running");
    else forward(incoming, outgoing, address);
  }).unref();
  let retry: NodeJS.Timeout | undefined;
  const listen = async (): Promise<void> => {
    if (await tryListen(server, port)) return;
    retry = setTimeout(() => void listen().catch(() => undefined), RETRY_MS).unref();
  };
  await listen();
  return {
    close: () => {
      clearTimeout(retry);
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function findRefusal({ headers: { host = '', origin } }: IncomingMessage, port: number): string | undefined {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  if (!hosts.includes(host)) return `Host '${host.slice(0, 200)}' is not allowed: open http://${hosts[0]}`;
  if (origin === undefined || hosts.some((known) => origin === `http://${known}`)) return undefined;
  return `Origin '${origin.slice(0, 200)}' is not allowed: open http://${hosts[0]}`;
}

function refuse(outgoing: ServerResponse, status: number, text: string): void {
  outgoing.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${text}\n`);
}

function forward(incoming: IncomingMessage, outgoing: ServerResponse, address: string): void {
  const { method, url, headers } = incoming;
  const [host, port] = address.split(':');
  const inner = request({ host, port, method, path: url, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, { ...answer.headers, 'x-frame-options': 'SAMEORIGIN' });
    answer.pipe(outgoing);
  });
  inner.on('error', () => {
    if (outgoing.headersSent) outgoing.destroy();
    else refuse(outgoing, 502, "Temporal's UI is not responding");
  });
  outgoing.on('close', () => inner.destroy());
  incoming.pipe(inner);
}

async function tryListen(server: Server, port: number): Promise<boolean> {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ host: '127.0.0.1', port, exclusive: true }, () => {
        server.off('error', reject);
        resolve();
      });
    });
    return true;
  } catch (error) {
    if (errorCode(error) === 'EADDRINUSE') return false;
    throw error;
  }
}
