import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createBoundedFetch } from '../../../../extend/mcp/connection/bounded-fetch.js';

const DATA = `data: ${'x'.repeat(6_000_000)}`;

describe('createBoundedFetch', () => {
  test.each([
    ['lines', [DATA, '\n', '\n']],
    ['lines that end with CR LF', [DATA, '\r\n', '\r\n']],
    ['lines that end with CR', [DATA, '\r', '\r']],
    ['lines, split between CR and LF', [DATA, '\r', '\n\r', '\n']],
  ])('more than 16 MB of events, flushed as %s -> read', async (_name, parts) => {
    const { flush } = await openStream();
    for (let event = 0; event < 3; event += 1) for (const part of parts) await flush(part);
  });

  test('one event of more than 16 MB, flushed line by line -> an error', async () => {
    const { flush, broken } = await openStream();
    const lines = async (): Promise<void> => {
      for (let line = 0; line < 3; line += 1) for (const part of [DATA, '\r\n']) await flush(part);
    };
    await expect(lines()).rejects.toThrow('it sent a message of more than 16 MB');
    expect(broken).toHaveLength(1);
  });

  test('a flood of events -> at most 1,000 a second', async () => {
    const { flush } = await openStream();
    const started = performance.now();
    await flush('data: 1\n\n'.repeat(2_500));
    // The first 1,000 are read at once, the second 1,000 take a second.
    expect(performance.now() - started).toBeGreaterThan(990);
  });
});

interface OpenStream {
  /** Sends a part, and returns after the client has read it. */
  flush: (part: string) => Promise<void>;
  broken: string[];
}

async function openStream(): Promise<OpenStream> {
  const broken: string[] = [];
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const fetching = createBoundedFetch((why) => broken.push(why))(url, { method: 'POST' });
  const [, stream] = (await once(server, 'request')) as [unknown, ServerResponse];
  stream.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
  const reader = (await fetching).body!.getReader();
  return {
    broken,
    async flush(part) {
      stream.write(part);
      for (let left = part.length; left > 0;) left -= (await reader.read()).value?.length ?? 0;
    },
  };
}
