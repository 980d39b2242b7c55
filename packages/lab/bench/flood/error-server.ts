import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const ERROR_BYTES = 300 * 1024 * 1024;

const PIECE = Buffer.alloc(1024 * 1024, 'x');

export interface ErrorServer {
  baseUrl: string;
  readonly sentBytes: number;
  close(): Promise<void>;
}

export async function startErrorServer(): Promise<ErrorServer> {
  let sentBytes = 0;
  const server = createServer((request, response) => {
    request.resume();
    void refuse(response, (bytes) => (sentBytes += bytes));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    get sentBytes() {
      return sentBytes;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function refuse(response: ServerResponse, onSent: (bytes: number) => void): Promise<void> {
  const left = new AbortController();
  response.on('close', () => left.abort()).on('error', () => left.abort());
  response.writeHead(400, { 'content-type': 'text/plain', 'content-length': ERROR_BYTES });
  for (let sent = 0; sent < ERROR_BYTES && !left.signal.aborted; sent += PIECE.length) {
    onSent(PIECE.length);
    if (!response.write(PIECE)) await once(response, 'drain', { signal: left.signal }).catch(() => undefined);
  }
  response.end();
}
