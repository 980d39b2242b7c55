import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startMcpServers } from '../../../extend/mcp/mcp-tools.js';

const HEADERS = { authorization: 'Bearer key-for-this-server', 'x-api-key': 'key-for-this-server' };

describe('a server over HTTP that redirects', () => {
  test.each([301, 302, 303, 307, 308])(
    '%i to another origin -> refused with the target, and nothing is sent there',
    async (status) => {
      const other = await listen((response) => response.writeHead(500).end());
      const server = await listen((response) =>
        response.writeHead(status, { location: `${other.origin}/mcp?token=hidden` }).end(),
      );
      const why = await whyDown(server.origin);
      expect(why).toContain(`Redirect to ${other.origin}/mcp not followed`);
      expect(why).not.toContain('hidden');
      expect(other.requests).toEqual([]);
    },
  );

  test('307 to another path of the same origin -> followed, with the headers', async () => {
    const server = await listen((response, path) => {
      if (path === '/mcp/') response.writeHead(418).end('a teapot');
      else response.writeHead(307, { location: '/mcp/' }).end();
    });
    expect(await whyDown(server.origin)).toContain('a teapot');
    expect(server.requests.slice(0, 2)).toMatchObject([
      { path: '/mcp', method: 'POST' },
      { path: '/mcp/', method: 'POST', headers: HEADERS },
    ]);
  });

  test('an endless redirect to itself -> an error', async () => {
    const server = await listen((response) => response.writeHead(307, { location: '/mcp' }).end());
    expect(await whyDown(server.origin)).toContain('not followed');
    expect(server.requests.length).toBeLessThan(30);
  });
});

describe('a server that says its address again', () => {
  test.each([
    ['in its path', '/s/0123456789abcdefKEY/mcp', '0123456789abcdefKEY'],
    ['in its query', '/mcp?channel=0123456KEY', '0123456KEY'],
    ['escaped in its query', '/mcp?channel=0123%2F456KEY', '456KEY'],
    ['under the name of a key', '/mcp?api_key=0123456KEY', '0123456KEY'],
  ])('a key %s -> not in the note', async (_name, address, key) => {
    const server = await listen((response, path) =>
      response.writeHead(400).end(`nothing at ${path} or ${decodeURIComponent(path)}`),
    );
    const why = await whyDown(server.origin, address);
    expect(why).toContain('nothing at ');
    expect(why).not.toContain(key);
  });
});

interface Seen {
  path: string;
  method: string;
  headers: IncomingHttpHeaders;
}

async function whyDown(origin: string, address = '/mcp'): Promise<string> {
  const notes: string[] = [];
  const servers = startMcpServers({ web: { url: `${origin}${address}`, headers: HEADERS } }, (_level, note) =>
    notes.push(note),
  );
  try {
    await servers.settled(30_000);
    return notes.join('\n');
  } finally {
    await servers.close();
  }
}

async function listen(
  answer: (response: ServerResponse, path: string) => void,
): Promise<{ origin: string; requests: Seen[] }> {
  const requests: Seen[] = [];
  const server = createServer(({ url = '', method = '', headers }, response) => {
    requests.push({ path: url, method, headers });
    answer(response, url);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}
