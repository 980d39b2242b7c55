import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { gated, text } from '../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';

const COMMAND = fileURLToPath(new URL('../../bin/threadline.js', import.meta.url));

let system: TestSystem;
let client: Client;
let user: string;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'));
  user = system.newUser();
  client = await connect();
});
afterAll(async () => {
  await client?.close();
  await system?.stop();
});

describe('threadline mcp', () => {
  test('a client chats with a flow -> answers with memory, progress, and the conversation as a resource', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['assistant', 'threadline_result', 'threadline_cancel']);
    const told: string[] = [];
    system.model.reply(text('Hello Ada'), text('Your name is Ada'));
    const hello = await say({ message: 'I am Ada', conversation: 'desk' }, (words) => told.push(words));
    expect(hello).toMatchObject({
      content: [{ type: 'text', text: 'Hello Ada' }],
      structuredContent: { status: 'completed', flow: 'assistant', conversation: 'desk' },
    });
    expect(told[0]).toMatch(/^turn .* has started$/);
    await say({ message: 'Who am I?', conversation: 'desk' });
    expect(JSON.stringify(system.model.requests.at(-1)?.messages)).toContain('I am Ada');
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual([`threadline://conversation/assistant/${user}/desk`]);
    const { contents } = await client.readResource({ uri: resources[0]?.uri ?? '' });
    expect(contents[0]).toMatchObject({
      text: '## user\n\nI am Ada\n\n## assistant\n\nHello Ada\n\n## user\n\nWho am I?\n\n## assistant\n\nYour name is Ada',
    });
    const others = 'threadline://conversation/assistant/somebody/desk';
    await expect(client.readResource({ uri: others })).rejects.toThrow('is not one of your conversations');
    expect(await client.callTool({ name: 'nope', arguments: { message: 'x' } })).toMatchObject({
      isError: true,
      content: [{ text: "Flow 'nope' does not exist" }],
    });
  });

  test('the client cancels its call -> the turn is cancelled', async () => {
    const running = gated('the beginning', 'never');
    system.model.reply(running);
    const controller = new AbortController();
    const call = say({ message: 'go', turnId: 'stopped' }, undefined, controller.signal);
    await running.started;
    controller.abort();
    await expect(call).rejects.toThrow();
    const status = async () => (await result('stopped')).structuredContent;
    await expect.poll(status).toMatchObject({ status: 'cancelled' });
  });

  test('the server is killed during a call -> the turn continues, and its id returns the answer to the next server', async () => {
    const running = gated('it is ', 'done');
    system.model.reply(running);
    const call = say({ message: 'go', turnId: 'kept' });
    await running.started;
    process.kill((client.transport as StdioClientTransport).pid ?? 0, 'SIGKILL');
    await expect(call).rejects.toThrow('Connection closed');
    client = await connect('--wait', '1');
    expect(await result('kept')).toMatchObject({
      structuredContent: { status: 'running', turnId: 'kept' },
      content: [{ text: expect.stringContaining("the tool 'threadline_result'") as string }],
    });
    running.release();
    await expect
      .poll(async () => (await result('kept')).structuredContent)
      .toMatchObject({ status: 'completed', text: 'it is done' });
    expect((await say({ message: 'go', turnId: 'kept' })).content).toEqual([
      { type: 'text', text: 'it is done' },
    ]);
  });
});

async function connect(...args: string[]): Promise<Client> {
  const connected = new Client({ name: 'test', version: '1' });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [COMMAND, 'mcp', '--user', user, ...args],
    env: {
      TEMPORAL_ADDRESS: system.environment.temporalAddress,
      DATABASE_URL: system.databaseUrl,
      THREADLINE_TASK_QUEUE: system.taskQueue,
    },
  });
  await connected.connect(transport);
  return connected;
}

function say(
  input: Record<string, unknown>,
  tell: (words: string) => void = () => undefined,
  signal?: AbortSignal,
) {
  return client.callTool({ name: 'assistant', arguments: input }, undefined, {
    signal,
    timeout: 60_000,
    onprogress: ({ message = '' }) => tell(message),
  });
}

function result(turnId: string) {
  return client.callTool({ name: 'threadline_result', arguments: { flow: 'assistant', turnId } });
}
