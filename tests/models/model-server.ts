import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface ModelServer {
  readonly baseUrl: string;
  /** Bodies of the requests so far, and how many of their connections closed. */
  readonly requests: { path: string; headers: IncomingMessage['headers']; body: string }[];
  closed: number;
}

/** A real HTTP server for one test; the handler gets each request's body. */
export async function startModelServer(
  handle: (response: ServerResponse, request: { path: string; body: string }) => void,
): Promise<ModelServer> {
  const state: ModelServer = { baseUrl: '', requests: [], closed: 0 };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      const body = Buffer.concat(chunks).toString('utf8');
      state.requests.push({ path, headers: request.headers, body });
      response.on('close', () => (state.closed += 1));
      handle(response, { path, body });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return Object.assign(state, { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` });
}

/** The base URL of a port that nothing listens on: it was taken and given back. */
export async function refusedBaseUrl(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}/v1`;
}

export function sendJson(response: ServerResponse, status: number, body: unknown, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

/** Starts an event stream and writes chat-completion chunks; the caller ends it. */
export function sendChunks(response: ServerResponse, deltas: object[], finish?: string): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (choices: object[], more = {}) =>
    response.write(
      `data: ${JSON.stringify({ id: 'chat-1', object: 'chat.completion.chunk', created: 1, model: 'm', choices, ...more })}\n\n`,
    );
  for (const delta of deltas) send([{ index: 0, delta, finish_reason: null }]);
  if (finish === undefined) return;
  send([{ index: 0, delta: {}, finish_reason: finish }]);
  send([], { usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 } });
  response.end('data: [DONE]\n\n');
}
