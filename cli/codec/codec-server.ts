import type { PayloadCodec, Payload } from '@temporalio/common';
import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { errorMessage } from '../../protocol/error-message.js';
import { isLoopback } from '../../protocol/is-loopback.js';
import { isRebindable } from '../../protocol/rebindable-host.js';

export interface CodecServerOptions {
  host: string;
  /** 0 selects a free port. */
  port: number;
  codec: PayloadCodec;
  origins: readonly string[];
  namespace: string;
  /** If absent, local programs may decode, and nobody may encode. */
  token: string | undefined;
  onUnreadable: (why: string) => void;
}

export interface RunningCodecServer {
  url: string;
  close(): Promise<void>;
}

/** The UI sends up to 100 events of at most 2 MB each. */
const MAX_BODY_BYTES = 32 * 1024 * 1024;

interface PayloadJson {
  metadata?: Record<string, string>;
  data?: string;
}

export async function startCodecServer(options: CodecServerOptions): Promise<RunningCodecServer> {
  const { host, port } = options;
  const server = createServer({ requestTimeout: 30_000 }, (request, response) => {
    respond(request, response, options).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else send(response, 500, errorMessage(error));
    });
  });
  await listen(server, host, port);
  const { port: given } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${given}`,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      await closed;
    },
  };
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  options: CodecServerOptions,
): Promise<void> {
  const refused = whyRefused(request, options);
  allowOrigin(request, response, options);
  if (refused) return send(response, refused.status, refused.why);
  if (request.method === 'OPTIONS') return void response.writeHead(204).end();
  const path = new URL(request.url ?? '/', 'http://codec').pathname;
  if (path !== '/encode' && path !== '/decode')
    return send(response, 404, 'Unknown path: use /encode or /decode');
  if (request.method !== 'POST') return send(response, 405, 'Use POST');
  if (!isAuthorized(request, options.token))
    return send(response, 401, 'A token is required: Authorization: Bearer <THREADLINE_CODEC_TOKEN>');
  if (path === '/encode' && options.token === undefined)
    return send(response, 403, 'Encoding needs a token: start the codec server with THREADLINE_CODEC_TOKEN');
  const body = await readBody(request);
  if (body === undefined) return send(response, 413, `The request body exceeds ${MAX_BODY_BYTES} bytes`);
  const payloads = parsePayloads(body);
  if (!payloads)
    return send(response, 400, 'The request body must be {"payloads":[...]}, with bytes in base64');
  const { codec } = options;
  const answers = path === '/encode' ? await codec.encode(payloads) : await decodeEach(payloads, options);
  response.writeHead(200, { 'content-type': 'application/json' }).end(formatPayloads(answers));
}

/** Payloads whose key is missing stay encoded. */
async function decodeEach(
  payloads: Parameters<PayloadCodec['decode']>[0],
  { codec, onUnreadable }: CodecServerOptions,
): Promise<typeof payloads> {
  const reasons = new Set<string>();
  const opened = await Promise.all(
    payloads.map((payload) =>
      codec.decode([payload]).then(
        ([first = payload]) => first,
        (error: unknown) => {
          reasons.add(errorMessage(error));
          return payload;
        },
      ),
    ),
  );
  reasons.forEach(onUnreadable);
  return opened;
}

function whyRefused(
  { headers }: IncomingMessage,
  { host, origins, namespace }: CodecServerOptions,
): { status: number; why: string } | undefined {
  // After DNS rebinding, a foreign page would have this server's origin.
  if (isLoopback(host) && isRebindable(headers.host ?? ''))
    return { status: 403, why: 'The host name of the request is not allowed' };
  if (headers.origin !== undefined && !origins.includes(headers.origin))
    return { status: 403, why: `Pages of ${headers.origin.slice(0, 200)} are not allowed: see --origin` };
  const asked = headers['x-namespace'];
  return asked === undefined || asked === namespace
    ? undefined
    : { status: 403, why: `The keys are for namespace '${namespace}'` };
}

function allowOrigin(
  { headers: { origin } }: IncomingMessage,
  response: ServerResponse,
  { origins }: CodecServerOptions,
): void {
  response.setHeader('vary', 'origin');
  if (origin === undefined || !origins.includes(origin)) return;
  response.setHeader('access-control-allow-origin', origin);
  response.setHeader('access-control-allow-methods', 'POST, OPTIONS');
  response.setHeader('access-control-allow-headers', 'content-type, x-namespace, authorization');
  response.setHeader('access-control-allow-credentials', 'true');
  response.setHeader('access-control-max-age', '600');
}

function isAuthorized({ headers }: IncomingMessage, token: string | undefined): boolean {
  if (token === undefined) return true;
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(headers.authorization ?? ''), hash(`Bearer ${token}`));
}

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    // Reads the rest too, because a client that is still sending would not receive the response.
    if (bytes <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  return bytes > MAX_BODY_BYTES ? undefined : Buffer.concat(chunks).toString('utf8');
}

function send(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${text}\n`);
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
}

function parsePayloads(body: string): Payload[] | undefined {
  let read: unknown;
  try {
    read = JSON.parse(body);
  } catch {
    return undefined;
  }
  const payloads = (read as { payloads?: unknown } | null)?.payloads;
  if (!Array.isArray(payloads) || !payloads.every(isPayload)) return undefined;
  return payloads.map(({ metadata = {}, data = '' }) => ({
    metadata: Object.fromEntries(
      Object.entries(metadata).map(([name, value]) => [name, Buffer.from(value, 'base64')]),
    ),
    data: Buffer.from(data, 'base64'),
  }));
}

export function formatPayloads(payloads: readonly Payload[]): string {
  return JSON.stringify({
    payloads: payloads.map(({ metadata, data }): PayloadJson => ({
      metadata: Object.fromEntries(
        Object.entries(metadata ?? {}).map(([name, value]) => [name, toBase64(value)]),
      ),
      data: toBase64(data ?? new Uint8Array()),
    })),
  });
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

function isPayload(value: unknown): value is PayloadJson {
  if (typeof value !== 'object' || value === null) return false;
  const { metadata = {}, data = '' } = value as { metadata?: unknown; data?: unknown };
  if (typeof data !== 'string' || typeof metadata !== 'object' || metadata === null) return false;
  return Object.values(metadata).every((bytes) => typeof bytes === 'string');
}
