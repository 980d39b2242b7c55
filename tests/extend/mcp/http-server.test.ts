import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { startMcpServers } from '../../../extend/mcp/mcp-tools.js';
import type { ToolContext } from '../../../extend/tools/define-tool.js';

const EVERYTHING = fileURLToPath(
  new URL('../../../node_modules/@modelcontextprotocol/server-everything/dist/index.js', import.meta.url),
);
let server: ChildProcess | undefined;
afterEach(() => server?.kill('SIGKILL'));

describe('a server over HTTP', () => {
  test('a call, a server that dies during a call, and one after its restart -> a result, an error that states the reason, a result', async () => {
    const port = await freePort();
    await serve(port);
    const servers = startMcpServers({ web: { url: `http://127.0.0.1:${port}/mcp` } }, () => undefined);
    try {
      const run = async (name: string, input: object): Promise<unknown> => {
        const tool = servers.sources[0]?.find(`web__${name}`);
        return tool?.execute(input, CONTEXT);
      };
      await servers.settled(30_000);
      expect(await run('echo', { message: 'hi' })).toBe('Echo: hi');
      const progressing = run('trigger-long-running-operation', { duration: 60, steps: 60 });
      const died = expect(progressing).rejects.toThrow(
        /^MCP server 'web' (?:was lost during the call|is unavailable): /,
      );
      expect(await run('echo', { message: 'still' })).toBe('Echo: still');
      server?.kill('SIGKILL');
      await died;
      await serve(port);
      await expect.poll(() => run('echo', { message: 'again' }).catch(String)).toBe('Echo: again');
    } finally {
      await servers.close();
    }
  });
});

const CONTEXT = { abortSignal: new AbortController().signal, idempotencyKey: 'call' } as ToolContext;

async function serve(port: number): Promise<void> {
  const env = { ...process.env, PORT: String(port) };
  const started = spawn(process.execPath, [EVERYTHING, 'streamableHttp'], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  server = started;
  let said = '';
  while (!said.includes('listening')) said += String((await once(started.stderr, 'data'))[0]);
  started.stderr.resume();
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}
