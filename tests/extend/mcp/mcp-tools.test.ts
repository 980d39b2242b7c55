import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startMcpServers, type McpTools } from '../../../extend/mcp/mcp-tools.js';
import type { McpServer, McpServers } from '../../../extend/mcp/mcp-servers.js';
import type { ToolContext } from '../../../extend/tools/define-tool.js';
import { createToolRegistry, type ToolRegistry } from '../../../extend/tools/tool-registry.js';

const HOSTILE = fileURLToPath(new URL('fixtures/hostile-server.mjs', import.meta.url));
const notes: string[] = [];
let servers: McpTools;
let tools: ToolRegistry;

beforeAll(async () => {
  ({ servers, tools } = await start({
    odd: hostile('plain', {
      timeoutMs: 20_000,
      env: { OWN_KEY: 'the-own-key-of-it' },
      approve: ['hu*', 'odd__die', 'delete_*'],
      approvalSeconds: 60,
    }),
    many: hostile('many', { approve: true }),
    silent: hostile('silent'),
    none: { command: '/nowhere/server' },
    broken: {
      command: process.execPath,
      args: ['-e', 'console.error("no key the-own-key"); process.exit(3)'],
      env: { K: 'the-own-key' },
    },
  }));
});
afterAll(() => servers?.close());

describe('the tools of a server', () => {
  test('a pattern -> the matching tools, with clean schemas; an exact name -> that tool', () => {
    expect(tools.schemas(['odd__ec*', 'odd__pid', 'odd__e*o'])).toEqual([
      {
        name: 'odd__echo',
        description: 'Does echo.',
        inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
      },
      expect.objectContaining({ name: 'odd__pid' }),
    ]);
    expect(tools.find('odd__pid')?.retry).toBe('safe');
    expect(tools.find('odd__echo')?.retry).toBe('never');
    expect(tools.find('odd__nothing')).toBeUndefined();
  });

  test('10,000 tools, odd names, a description of megabytes -> bounded, and callable by their cleaned names', async () => {
    const offered = tools.schemas(['many__*']);
    expect(offered.length).toBe(100);
    expect(JSON.stringify(offered).length).toBeLessThan(250_000);
    for (const { name } of offered) expect(name).toMatch(/^many__[a-zA-Z0-9_-]{1,58}$/);
    expect(new Set(offered.map(({ name }) => name)).size).toBe(100);
    expect(tools.schemas(['many__wide'])[0]?.inputSchema).toEqual({ type: 'object', properties: {} });
    expect(tools.schemas(['many__tool_900'])).toHaveLength(1);
    expect(notes).toContain("MCP server 'many': it lists more than 1000 tools; the rest is omitted");
  });

  test('calls that need approval -> matched by tool name or pattern; unmatched patterns are reported', () => {
    const asking = ['odd__huge', 'odd__die', 'odd__echo', 'many__wide'].filter(
      (name) => tools.find(name)?.approve,
    );
    expect(asking).toEqual(['odd__huge', 'odd__die', 'many__wide']);
    expect(tools.find('odd__huge')?.approvalSeconds).toBe(60);
    expect(notes).toContain("MCP server 'odd' has no tool that matches 'delete_*' in its 'approve'");
  });

  test('an error of the tool -> thrown unchanged', async () => {
    await expect(run('odd__error')).rejects.toThrow('the disk is full');
  });

  test('its environment -> the configured and the common variables, without our keys', async () => {
    process.env.ANOTHER_API_KEY = 'secret';
    const names = Object.keys(JSON.parse(String(await run('odd__environment'))) as object);
    expect(names).toContain('OWN_KEY');
    for (const name of names) expect(name).toMatch(/^(OWN_KEY|HOME|LOGNAME|PATH|SHELL|TERM|USER|__CF.*)$/);
  });
});

describe('a server that misbehaves', () => {
  test('a result of 100 MB -> an error that states the limit, and the connection survives', async () => {
    const pid = await run('odd__pid');
    await expect(run('odd__huge')).rejects.toThrow('has more than 16 MB and was not read: ask for less');
    expect(await run('odd__pid')).toBe(pid);
  });

  test('a flood of progress, and lines that are not messages -> reported, and the answer still arrives', async () => {
    const progress: string[] = [];
    expect(await run('odd__flood', undefined, tools, (text) => progress.push(text))).toBe('flooded');
    expect(progress.slice(0, 3)).toEqual(['1', 'page 2', '3 of 7']);
    expect(await run('odd__garbage')).toBe('tidy');
  });

  test('a canceled call -> rejects with the reason, and the server is notified', async () => {
    const controller = new AbortController();
    const running = run('odd__hang', controller.signal);
    setTimeout(() => controller.abort(new Error('stop')), 50);
    await expect(running).rejects.toThrow('stop');
    await expect.poll(() => run('odd__cancelled')).toMatch(/^\[\d+\]$/);
  });

  test('an answer that never arrives -> an error after the timeout', async () => {
    const slow = await start({ slow: hostile('plain', { timeoutMs: 200 }) });
    await expect(run('slow__hang', undefined, slow.tools)).rejects.toThrow(
      "did not answer within 0 s, and was canceled; the limit is 'timeoutMs' of the server",
    );
    await slow.servers.close();
  });

  test('it dies during a call -> an error that states it; it is started again, and repeatable calls are retried', async () => {
    const pid = await run('odd__pid');
    await expect(run('odd__die')).rejects.toThrow(
      /^MCP server 'odd' was lost during the call: it ended by SIGKILL.*The outcome of the call is unknown/,
    );
    const next = await run('odd__pid');
    expect(next).not.toBe(pid);
    const repeated = run('odd__pid');
    process.kill(Number(next), 'SIGKILL');
    expect(await repeated).toMatch(/^\d+$/);
  });

  test('a message of 20 MB that answers nothing -> the connection ends, and the server is started again', async () => {
    await expect(run('odd__unknown-huge')).rejects.toThrow('it sent a message of more than 16 MB');
    expect(await run('odd__pid')).toMatch(/^\d+$/);
  });

  test('a list that changes -> new turns get the new one, and a planned turn keeps its own', async () => {
    const before = tools.schemas(['odd__*']);
    await run('odd__change');
    await expect.poll(() => tools.schemas(['odd__grown'])).toHaveLength(1);
    expect(tools.find('odd__echo')).toBeUndefined();
    expect(tools.schemas(['odd__*'], before)).toEqual(before);
  });
});

describe('a server that is unavailable', () => {
  test('a pattern -> one tool that returns the reason; an exact name -> the reason on a call', async () => {
    expect(tools.schemas(['none__*']).map(({ name }) => name)).toEqual(['none__unavailable']);
    await expect(run('none__unavailable')).rejects.toThrow(
      /^MCP server 'none' is unavailable: it cannot be started \(spawn \/nowhere\/server ENOENT\)\..*'threadline doctor'$/,
    );
    await expect(run('broken__read')).rejects.toThrow(
      /^MCP server 'broken' is unavailable: it ended with exit code 3, and its last output was: no key \[redacted\]/,
    );
  });

  test('a server that never responds -> a call reports that it is still starting, and does not hang', async () => {
    await expect(run('silent__read')).rejects.toThrow(
      "MCP server 'silent' is unavailable: it is still being started",
    );
  });
});

describe.concurrent('close', () => {
  test('a server that ignores SIGTERM, and its children -> are ended', async ({ expect }) => {
    const deaf = await start({ deaf: hostile('deaf') });
    const pids = [
      await run('deaf__pid', undefined, deaf.tools),
      await run('deaf__grandchild', undefined, deaf.tools),
    ];
    await deaf.servers.close();
    await expect.poll(() => pids.map(isRunning)).toEqual([false, false]);
  });

  test('the worker is killed by -9 -> a server that ignores its end is killed, too', async ({ expect }) => {
    const script = `
      import { startMcpServers } from ${JSON.stringify(new URL('../../../extend/mcp/mcp-tools.ts', import.meta.url).href)};
      const servers = startMcpServers({ deaf: ${JSON.stringify(hostile('deaf'))} }, () => undefined);
      await servers.settled(60_000);
      const context = { abortSignal: new AbortController().signal, idempotencyKey: 'k' };
      for (const name of ['pid', 'grandchild'])
        console.log(await servers.sources[0].find('deaf__' + name).execute({}, context));`;
    const worker = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const pids: string[] = [];
    for await (const line of createInterface({ input: worker.stdout })) {
      pids.push(line);
      if (pids.length === 2) break;
    }
    expect(pids.map(isRunning)).toEqual([true, true]);
    worker.kill('SIGKILL');
    await once(worker, 'exit');
    await expect.poll(() => pids.map(isRunning)).toEqual([false, false]);
  });
});

function hostile(mode: string, more: Partial<McpServer> = {}): McpServer {
  return { command: process.execPath, args: [HOSTILE, mode], ...more };
}

async function start(described: McpServers): Promise<{ servers: McpTools; tools: ToolRegistry }> {
  const started = startMcpServers(described, (_level, message) => notes.push(message));
  const quiet = new Set(['silent', 'none', 'broken']);
  const isReady = ({ name, state }: { name: string; state: { kind: string } }): boolean =>
    state.kind === 'ready' || quiet.has(name);
  await vi.waitFor(() => expect(started.states().every(isReady)).toBe(true), 60_000);
  return { servers: started, tools: createToolRegistry([], started.sources) };
}

function run(
  name: string,
  abortSignal = new AbortController().signal,
  registry = tools,
  progress: (text: string) => void = () => undefined,
): Promise<unknown> {
  const context = { abortSignal, idempotencyKey: 'call', progress } as ToolContext;
  return Promise.resolve(registry.find(name)?.execute({}, context));
}

function isRunning(pid: unknown): boolean {
  try {
    process.kill(Number(pid), 0);
    return true;
  } catch {
    return false;
  }
}
