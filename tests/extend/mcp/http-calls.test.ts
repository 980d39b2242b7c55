import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startMcpServers, type McpTools } from '../../../extend/mcp/mcp-tools.js';
import type { ToolContext } from '../../../extend/tools/define-tool.js';

describe('a refused request', () => {
  test.each([
    [400, { error: { code: -32_602, message: 'date must be ISO' } }],
    [400, 'date must be ISO'],
    [404, 'date must be ISO'],
  ])(
    'status %i with %j for one call -> its error; other calls and the connection survive',
    async (status, body) => {
      const held: (() => void)[] = [];
      const server = await serve({
        slow: (request, response) => held.push(() => answer(request, response)),
        bad: (_request, response) => response.writeHead(status).end(JSON.stringify(body)),
      });
      const running = server.run('slow');
      await expect.poll(() => held).toHaveLength(1);
      await expect(server.run('bad')).rejects.toThrow('date must be ISO');
      held[0]?.();
      expect(await running).toBe('done');
      expect(server.requests.filter(({ method }) => method === 'initialize')).toHaveLength(1);
    },
  );

  test.each([400, 404])(
    'status %i for every request of a session -> a new session, and a repeatable call is sent again',
    async (status) => {
      const server = await serve({});
      server.forgetSessions(status);
      expect(await server.run('repeatable')).toBe('done');
      expect(server.requests.filter(({ method }) => method === 'initialize')).toHaveLength(2);
    },
  );
});

describe('a call whose answer is an endless stream of progress', () => {
  test('aborted -> the stream ends and is not resumed; the connection survives', async () => {
    let isEnded = false;
    const server = await serve({
      flood({ params }, response) {
        const progressToken = params._meta?.progressToken;
        const message = {
          jsonrpc: '2.0',
          method: 'notifications/progress',
          params: { progressToken, progress: 1 },
        };
        const events = `retry: 1\nid: 1\ndata: ${JSON.stringify(message)}\n\n`.repeat(2_500);
        const flood = (): void => void (isEnded || response.write(events, flood));
        response.writeHead(200, { 'content-type': 'text/event-stream' }).on('close', () => (isEnded = true));
        flood();
      },
    });
    const controller = new AbortController();
    const running = server.run('flood', {
      abortSignal: controller.signal,
      progress: () => controller.abort(new Error('stop')),
    });
    await expect(running).rejects.toThrow('stop');
    await expect.poll(() => isEnded).toBe(true);
    await expect.poll(() => server.requests.map(({ method }) => method)).toContain('notifications/cancelled');
    // By now the client would have resumed the stream.
    await delay(300);
    expect(server.resumed).toEqual([]);
    expect(server.mcp.states()).toMatchObject([{ state: { kind: 'ready' } }]);
  });
});

describe('close', () => {
  test(
    'a server that never lists its tools -> ends before the limit of a list',
    { timeout: 30_000 },
    async () => {
      const { mcp, requests } = await serve({ 'tools/list': () => undefined }, 0);
      await expect.poll(() => requests.map(({ method }) => method)).toContain('tools/list');
      await mcp.close();
    },
  );
});

interface Request {
  id?: number;
  method: string;
  params: { name?: string; _meta?: { progressToken: number } };
}

type Answer = (request: Request, response: ServerResponse) => void;

interface Served {
  mcp: McpTools;
  requests: Request[];
  /** Identifiers of the last events of resumed streams. */
  resumed: unknown[];
  forgetSessions: (status: number) => void;
  run: (name: string, context?: Partial<ToolContext>) => Promise<unknown>;
}

/** A server with sessions, whose tools and methods answer as described. */
async function serve(answers: Record<string, Answer>, settleMs = 30_000): Promise<Served> {
  const requests: Request[] = [];
  const resumed: unknown[] = [];
  let sessions: unknown[] = [];
  let unknownSession = 404;
  const tools = ['repeatable', ...Object.keys(answers)].map((name) => ({
    name,
    inputSchema: { type: 'object' },
    annotations: { idempotentHint: name === 'repeatable' },
  }));
  const results: Record<string, object> = {
    initialize: {
      protocolVersion: '2025-06-18',
      capabilities: { tools: {} },
      serverInfo: { name: 'web', version: '1' },
    },
    'tools/list': { tools },
  };
  const server = createServer((incoming, response) => {
    const lastEvent = incoming.headers['last-event-id'];
    if (lastEvent !== undefined) resumed.push(lastEvent);
    if (incoming.method !== 'POST') return response.writeHead(405).end();
    return void text(incoming).then((body) => {
      const request = JSON.parse(body) as Request;
      requests.push(request);
      const { id, method, params } = request;
      if (method === 'initialize') sessions.push(`session ${sessions.length}`);
      else if (!sessions.includes(incoming.headers['mcp-session-id']))
        return response.writeHead(unknownSession).end('No valid session ID provided');
      if (method === 'initialize') response.setHeader('mcp-session-id', String(sessions.at(-1)));
      if (id === undefined) return response.writeHead(202).end();
      const own = answers[params?.name ?? method];
      return own ? own(request, response) : answer(request, response, results[method]);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  const mcp = startMcpServers({ web: { url } }, () => undefined);
  onTestFinished(async () => {
    await mcp.close();
    server.closeAllConnections();
    server.close();
  });
  await mcp.settled(settleMs);
  return {
    mcp,
    requests,
    resumed,
    forgetSessions: (status) => {
      unknownSession = status;
      sessions = sessions.map(() => undefined);
    },
    run: async (name, context = {}) =>
      mcp.sources[0]?.find(`web__${name}`)?.execute({}, {
        abortSignal: new AbortController().signal,
        idempotencyKey: 'call',
        ...context,
      } as ToolContext),
  };
}

function answer(
  { id }: Request,
  response: ServerResponse,
  result: object = { content: [{ type: 'text', text: 'done' }] },
): void {
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ jsonrpc: '2.0', id, result }));
}
