import { existsSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { McpServer } from '../../extend/mcp/mcp-servers.js';
import { text, toolCalls } from '../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';
import { flowOf, results, toolNames } from './fixtures/spill-tools.js';

const HANG_FILE = join(tmpdir(), `threadline-hang-${process.pid}`);
const HOSTILE = fileURLToPath(new URL('../extend/mcp/fixtures/hostile-server.mjs', import.meta.url));

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [flowOf('every', { tools: ['every__*'] }), flowOf('odd', { tools: ['odd__*', 'none__*'] })],
    mcp: {
      every: { ...npm('server-everything'), approve: ['trigger-*'] },
      odd: { command: process.execPath, args: [HOSTILE, 'plain'], env: { HANG_FILE } },
      none: { command: '/nowhere/server' },
    },
  });
});
afterAll(async () => {
  await system?.stop();
  rmSync(HANG_FILE, { force: true });
});

describe('an agent with tools of servers', () => {
  test('text, a picture, a file and data -> results like those of any other tool', async () => {
    system.model.reply(
      toolCalls([
        { name: 'every__echo', arguments: { message: 'hello' } },
        { name: 'every__get-tiny-image', arguments: {} },
        { name: 'every__get-resource-reference', arguments: { resourceType: 'Blob', resourceId: 1 } },
        { name: 'every__get-sum', arguments: { a: 'one' } },
      ]),
      text('done'),
    );
    const chat = conversation('every');
    expect((await chat.ask('go')).text).toBe('done');
    const given = results(system.model.requests.at(-1));
    expect(given[0]).toBe('Echo: hello');
    expect(JSON.stringify(given[1])).toContain('image you requested');
    expect(given[2]).toMatch(/is stored as artifact:every__get-resource-reference-[0-9a-f]{8}-2\.txt\]/);
    expect(given[3]).toMatch(/^every__get-sum failed: .*Invalid arguments/);
    expect(JSON.stringify(system.model.requests.at(-1)?.body)).toContain('data:image/png;base64');
    const { nodes, edges } = (await chat.trajectory()).agents[0]!.view;
    const echo = nodes.find(({ attributes }) => attributes['name'] === 'every__echo')!;
    expect(echo).toMatchObject({
      type: 'Tool',
      description: 'Echoes back the input string',
      attributes: { params: { type: 'object', required: ['message'] } },
    });
    const caller = edges.find(({ to, type }) => to === echo.id && type === 'find_relevant_tool')?.from;
    expect(nodes.find(({ id }) => id === caller)).toMatchObject({
      type: 'Action',
      attributes: { action: 'every__echo', success: true },
    });
    expect(nodes.filter(({ type }) => type === 'Tool')).toHaveLength(4);
  });

  test("a call that needs a person's permission -> waits, runs after a yes, and reports its progress", async () => {
    const name = 'every__trigger-long-running-operation';
    system.model.reply(toolCalls([{ name, arguments: { duration: 1, steps: 2 } }]), text('done'));
    const chat = conversation('every');
    const { turnId, executionId } = await chat.submit('go');
    const progress: string[] = [];
    for await (const event of chat.stream(turnId)) {
      if (event.type === 'approval') await system.client.executions.answer(executionId, { answer: 'yes' });
      if (event.type === 'tool-progress') progress.push(event.text);
    }
    expect(progress).toContain('1 of 2');
    expect(results(system.model.requests.at(-1))).toEqual([expect.stringContaining('Duration: 1 seconds')]);
  });

  test('it dies during the call, another is unavailable -> errors for the model, and the turn continues', async () => {
    system.model.reply(
      toolCalls([
        { name: 'odd__die', arguments: {} },
        { name: 'none__unavailable', arguments: {} },
      ]),
      toolCalls([{ name: 'odd__echo', arguments: { text: 'again' } }]),
      text('done'),
    );
    expect((await ask('odd')).text).toBe('done');
    expect(results(system.model.requests.at(-1))).toEqual([
      expect.stringMatching(
        /^odd__die failed: MCP server 'odd' was lost during the call: it ended by SIGKILL/,
      ),
      expect.stringMatching(
        /^none__unavailable failed: MCP server 'none' is unavailable: it cannot be started/,
      ),
      'again',
    ]);
  });

  test('a list that changes -> the running turn keeps its own, the next has the new one', async () => {
    system.model.reply(toolCalls([{ name: 'odd__change', arguments: {} }]), text('changed'));
    await ask('odd');
    const [before, after] = system.model.requests.slice(-2).map(toolNames);
    expect(after).toEqual(before);
    expect(before).toContain('odd__echo');
    await expect
      .poll(async () => {
        system.model.reply(text('ok'));
        await ask('odd');
        return toolNames(system.model.requests.at(-1));
      })
      .toContain('odd__grown');
    expect(toolNames(system.model.requests.at(-1))).not.toContain('odd__echo');
  });

  test('a canceled turn -> the server is asked to stop', async () => {
    const chat = conversation('odd');
    system.model.reply(toolCalls([{ name: 'odd__hang', arguments: {} }]));
    const { turnId } = await chat.submit('hang');
    await expect.poll(() => existsSync(HANG_FILE)).toBe(true);
    expect(await chat.cancel()).toEqual({ turnId, status: 'cancelled' });
    system.model.reply(toolCalls([{ name: 'odd__cancelled', arguments: {} }]), text('done'));
    await ask('odd');
    expect(results(system.model.requests.at(-1)).at(-1)).toMatch(/^\[\d+\]$/);
  });
});

function npm(name: string, ...args: string[]): McpServer {
  const file = fileURLToPath(
    new URL(`../../node_modules/@modelcontextprotocol/${name}/dist/index.js`, import.meta.url),
  );
  return { command: process.execPath, args: [file, ...args] };
}

function conversation(flow: string) {
  return system.client.conversation({ flow, user: system.newUser() });
}

function ask(flow: string) {
  return conversation(flow).ask('go');
}
