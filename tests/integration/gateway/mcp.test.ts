import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { gated, text, toolCalls } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { defineTool } from '../../../extend/tools/define-tool.js';
import { agentFlow } from '../context/fixtures/agent-flow.js';
import { serveGateway, type ServedGateway } from './serve-gateway.js';

let system: TestSystem;
let one: ServedGateway;
let other: ServedGateway;
const opened: Client[] = [];
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [agentFlow({ slug: 'assistant', tools: ['pay'], history: { summaries: false } })],
    tools: [
      defineTool({
        name: 'pay',
        description: 'Pays',
        input: z.object({ amount: z.number() }),
        approve: true,
        execute: ({ amount }) => Promise.resolve({ paid: amount }),
      }),
    ],
  });
  [one, other] = [await serveGateway(system), await serveGateway(system)];
});
afterAll(async () => {
  await Promise.all(opened.map((client) => client.close()));
  await Promise.all([one?.close(), other?.close()]);
  await system?.stop();
});

async function connect(user: string, gateway = one): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  opened.push(client);
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${gateway.url}/mcp`), {
      requestInit: { headers: { authorization: `Bearer ${user}` } },
    }),
  );
  return client;
}

interface CallOptions {
  tell?: (words: string) => void;
  signal?: AbortSignal;
}

function call(
  client: Client,
  name: string,
  input: Record<string, unknown>,
  { tell, signal }: CallOptions = {},
) {
  return client.callTool({ name, arguments: input }, undefined, {
    signal,
    timeout: 60_000,
    onprogress: ({ message = '' }) => tell?.(message),
  });
}

describe('/mcp', () => {
  test('a client chats with a flow -> tools, progress, answer, resources; hidden from other users', async () => {
    const user = system.newUser();
    const client = await connect(user);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['assistant', 'threadline_result', 'threadline_cancel']);
    system.model.reply(text('Hello Ada'));
    const told: string[] = [];
    const hello = await call(
      client,
      'assistant',
      { message: 'I am Ada', conversation: 'desk', turnId: 'one' },
      { tell: (words) => told.push(words) },
    );
    expect(hello).toMatchObject({
      content: [{ type: 'text', text: 'Hello Ada' }],
      structuredContent: { status: 'completed', flow: 'assistant', conversation: 'desk' },
    });
    expect(told[0]).toBe('turn one has started');
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual([`threadline://conversation/assistant/${user}/desk`]);
    const there = await connect(user, other);
    const which = { flow: 'assistant', turnId: 'one', conversation: 'desk' };
    expect(await call(there, 'threadline_result', which)).toMatchObject({ content: hello.content });
    const stranger = await connect(system.newUser('bob'));
    expect((await stranger.listResources()).resources).toEqual([]);
    await expect(stranger.readResource({ uri: resources[0]!.uri })).rejects.toThrow(
      'not one of your conversations',
    );
    for (const name of ['threadline_result', 'threadline_cancel'])
      expect(await call(stranger, name, which)).toMatchObject({ isError: true });
    const narrow = await connect('narrow');
    expect((await narrow.listTools()).tools.map(({ name }) => name)).not.toContain('assistant');
    expect(await call(narrow, 'assistant', { message: 'Hi' })).toMatchObject({
      isError: true,
      content: [{ text: "Flow 'assistant' does not exist" }],
    });
    await expect(connect('nobody')).rejects.toThrow('Credentials are missing');
  });

  test('a client cancels its call, or ends the turn from elsewhere -> the turn is canceled; one that leaves lets it continue', async () => {
    const user = system.newUser();
    const [client, there] = [await connect(user), await connect(user, other)];
    const status = async (turnId: string) =>
      (await call(there, 'threadline_result', { flow: 'assistant', turnId, conversation: turnId }))
        .structuredContent;
    const begin = async (from: Client, turnId: string, signal?: AbortSignal) => {
      const gate = gated('the beginning', ', the end');
      system.model.reply(gate);
      const answer = call(
        from,
        'assistant',
        { message: 'go', turnId, conversation: turnId },
        signal && { signal },
      );
      answer.catch(() => undefined);
      await gate.started;
      return { gate, answer };
    };
    const controller = new AbortController();
    const back = await begin(client, 'back', controller.signal);
    controller.abort();
    await expect(back.answer).rejects.toThrow();
    expect(await status('back')).toMatchObject({ status: 'cancelled' });

    const ended = await begin(client, 'ended');
    const which = { flow: 'assistant', turnId: 'ended', conversation: 'ended' };
    expect(await call(there, 'threadline_cancel', which)).toMatchObject({
      structuredContent: { status: 'cancelled' },
    });
    expect(await ended.answer).toMatchObject({ structuredContent: { status: 'cancelled' } });

    const leaver = await connect(user);
    const left = await begin(leaver, 'left');
    await leaver.close();
    await expect.poll(() => one.openStreams).toBe(0);
    left.gate.release();
    expect(await status('left')).toMatchObject({ status: 'completed', text: 'the beginning, the end' });
  });

  test('a turn asks a person -> the next message of its user answers, at any gateway; for others it does not exist', async () => {
    const user = system.newUser();
    const [client, there] = [await connect(user), await connect(user, other)];
    const stranger = await connect(system.newUser('bob'));
    system.model.reply(toolCalls([{ name: 'pay', arguments: { amount: 5 } }]));
    const asked = await call(client, 'assistant', { message: 'Pay', turnId: 'pay' });
    expect(asked).toMatchObject({ structuredContent: { status: 'waiting', turnId: 'pay' } });
    const which = { flow: 'assistant', turnId: 'pay' };
    expect(await call(stranger, 'threadline_result', which)).toMatchObject({ isError: true });
    system.model.reply(text('Nothing waits for you.'));
    expect(await call(stranger, 'assistant', { message: 'yes' })).toMatchObject({
      content: [{ text: 'Nothing waits for you.' }],
    });
    expect(await call(there, 'threadline_result', which)).toMatchObject({
      structuredContent: { status: 'waiting' },
    });
    system.model.reply(text('It is paid.'));
    const paid = { structuredContent: { status: 'completed', turnId: 'pay', text: 'It is paid.' } };
    expect(await call(there, 'assistant', { message: 'yes' })).toMatchObject(paid);
    expect(await call(client, 'threadline_result', which)).toMatchObject(paid);
  });

  test('the gateway ends during a call -> its result states how to resume; another one returns the answer', async () => {
    const user = system.newUser();
    const ending = await serveGateway(system);
    const [client, there] = [await connect(user, ending), await connect(user, other)];
    const gate = gated('it is ', 'done');
    system.model.reply(gate);
    const answer = call(client, 'assistant', { message: 'go', turnId: 'kept' });
    await gate.started;
    ending.endStreams();
    expect(await answer).toMatchObject({ structuredContent: { status: 'running', turnId: 'kept' } });
    await client.close();
    await ending.close();
    gate.release();
    expect(await call(there, 'threadline_result', { flow: 'assistant', turnId: 'kept' })).toMatchObject({
      structuredContent: { status: 'completed', text: 'it is done' },
    });
  });

  test('no message, another version, a batch, GET -> errors of the protocol', async () => {
    const post = async (body: string, headers: Record<string, string> = {}) => {
      const response = await fetch(`${one.url}/mcp`, {
        method: 'POST',
        body,
        headers: {
          authorization: 'Bearer ada',
          accept: 'application/json, text/event-stream',
          'content-type': 'application/json',
          ...headers,
        },
      });
      return [response.status, await response.json()];
    };
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const refused = { jsonrpc: '2.0', id: null, error: { code: expect.any(Number) as number } };
    for (const body of ['{', '{}', JSON.stringify([list, list])])
      expect(await post(body)).toMatchObject([400, refused]);
    const begin = JSON.stringify({
      ...list,
      method: 'tools/call',
      params: { name: 'assistant', arguments: {} },
    });
    expect(await post(begin, { 'mcp-protocol-version': '1999-01-01' })).toMatchObject([400, refused]);
    const get = await fetch(`${one.url}/mcp`, { headers: { authorization: 'Bearer ada' } });
    expect([get.status, get.headers.get('allow'), await get.json()]).toMatchObject([405, 'POST', refused]);
  });

  test.each([
    [
      'a rebound name, no hosts set',
      undefined,
      { host: 'evil.example', origin: 'http://evil.example' },
      'origins',
    ],
    [
      'a rebound name, only this machine',
      [],
      { host: 'evil.example', origin: 'http://evil.example' },
      'hosts',
    ],
    ['a rebound name without an origin', [], { host: 'evil.example:8787' }, 'hosts'],
    ['another page on this machine', [], { host: 'localhost', origin: 'http://localhost:3000' }, 'origins'],
    ['a page without an origin', undefined, { host: 'localhost', origin: 'null' }, 'origins'],
    ['a name that only looks local', [], { host: 'localhost.evil.example' }, 'hosts'],
    ['a name that is not listed', ['chat.example.com'], { host: 'evil.example' }, 'hosts'],
    ['a program on this machine', [], { host: '127.0.0.1:8787' }, undefined],
    ['a page of the gateway itself', [], { host: 'localhost:1', origin: 'http://localhost:1' }, undefined],
    ['a page of an IP address', undefined, { host: '[::1]:1', origin: 'http://[::1]:1' }, undefined],
    ['a program through a proxy', undefined, { host: 'chat.example.com' }, undefined],
    ['a listed name', ['chat.example.com'], { host: 'chat.example.com:443' }, undefined],
    [
      'a page of a listed name',
      ['chat.example.com'],
      { host: 'chat.example.com', origin: 'https://chat.example.com' },
      undefined,
    ],
    ['a listed page', [], { host: 'localhost', origin: 'https://page.example.com' }, undefined],
  ])(
    '%s, with a valid key -> 403 that names the setting, or an answer',
    async (_what, hosts, headers, setting) => {
      const gateway = await serveGateway(system, { hosts, origins: ['https://page.example.com'] });
      try {
        const { status, body } = await listTools(gateway, { ...headers, authorization: 'Bearer ada' });
        if (setting === undefined) return expect(status).toBe(200);
        const value = setting === 'hosts' ? headers.host : 'origin' in headers && headers.origin;
        const words = `'${value}' is not allowed here: add it to 'gateway.${setting}'`;
        const message = expect.stringContaining(words) as string;
        expect([status, body]).toMatchObject([
          403,
          { error: { message, data: { type: 'Gateway.Forbidden' } } },
        ]);
        expect((await listTools(gateway, headers)).status).toBe(403);
      } finally {
        await gateway.close();
      }
    },
  );
});

async function listTools({ url }: ServedGateway, headers: Record<string, string>) {
  const asked = request(`${url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
  });
  asked.end(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }));
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  return { status: response.statusCode, body: await json(response) };
}
