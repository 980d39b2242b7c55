import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { assistantFlow } from '../../../flow/default-flow.js';
import { fault, text, toolCalls } from '../../../packages/testing/model-server/index.js';
import { SCRIPTED_ANTHROPIC_MODEL, SCRIPTED_MODEL } from '../../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { agentFlow } from '../context/fixtures/agent-flow.js';
import { serveGateway, type ServedGateway } from './serve-gateway.js';

const PROVIDER_TEXT = /api key|sk-script|maximum context|platform\.openai|x-api-key/i;
const ID = '00000000-0000-4000-8000-000000000001';

const MODELS = [SCRIPTED_MODEL, SCRIPTED_ANTHROPIC_MODEL];
const assistant = assistantFlow(SCRIPTED_MODEL);
const several = {
  ...assistant,
  nodes: assistant.nodes.map((node) =>
    node.kind === 'agent' ? { ...node, config: { ...node.config, model: MODELS } } : node,
  ),
};

let system: TestSystem;
let gateway: ServedGateway;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [
      agentFlow({ slug: 'chat', history: { summaries: false } }),
      agentFlow({ slug: 'boss', tools: ['spawn'], spawns: ['chat'], history: { summaries: false } }),
      { ...several, slug: 'several', history: { summaries: false } },
    ],
  });
  gateway = await serveGateway(system);
});
afterAll(async () => {
  await gateway?.close();
  await system?.stop();
});

async function read(user: string, path: string, body?: unknown): Promise<string> {
  const response = await fetch(`${gateway.url}${path}`, {
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    headers: { authorization: `Bearer ${user}`, 'content-type': 'application/json' },
  });
  return response.text();
}

async function failTurn(user: string, flow = 'chat'): Promise<{ turnId: string; id: string }> {
  const sent = await read(user, `/api/v1/conversations/${flow}/turns`, { text: 'Hello', turnId: ID });
  const { turnId, executionId } = JSON.parse(sent) as { turnId: string; executionId: string };
  await read(user, `/api/v1/conversations/${flow}/turns/${turnId}/events`);
  return { turnId, id: encodeURIComponent(executionId) };
}

function pathsOf({ turnId, id }: { turnId: string; id: string }): string[] {
  const run = `/api/v1/executions/${id}`;
  const parts = ['', '/details', '/tree', '/nodes/agent', '/waterfall', '/calls', '/explanation'];
  return [
    `/api/v1/conversations/chat/turns/${turnId}/events`,
    '/api/v1/conversations/chat/messages',
    '/api/v1/conversations/chat/trajectory',
    '/api/v1/executions',
    ...[...parts, '/trajectory', '/events'].map((part) => `${run}${part}`),
  ];
}

describe('hideErrors', () => {
  test('a provider that rejects the key -> a user reads one plain sentence at every address, an administrator the error', async () => {
    system.model.reply(fault.status(401));
    const user = system.newUser();
    const paths = pathsOf(await failTurn(user));
    const bodies = await Promise.all(paths.map((path) => read(user, path)));
    expect(paths.filter((_, at) => PROVIDER_TEXT.test(bodies[at]!))).toEqual([]);
    expect(bodies[0]).toContain('"message":"The model is unavailable"');
    expect(bodies[1]).toContain(
      '"failure":{"type":"Model.Authentication","message":"The model is unavailable"}',
    );

    system.model.reply(fault.status(401));
    const admin = system.newUser('admin');
    const open = pathsOf(await failTurn(admin));
    const seen = await Promise.all(open.map((path) => read(admin, path)));
    expect(seen[0]).toMatch(PROVIDER_TEXT);
    expect(seen.slice(3).filter((body) => PROVIDER_TEXT.test(body)).length).toBeGreaterThan(6);
  });

  test('clients of OpenAI, of the AI SDK and of MCP -> no text of the provider, and the status as before', async () => {
    const user = system.newUser();
    system.model.reply(fault.status(401));
    const messages = [{ role: 'user', content: 'Hi' }];
    const chat = await read(user, '/v1/chat/completions', { model: 'chat', messages });
    expect(JSON.parse(chat)).toMatchObject({ error: { type: 'server_error', code: 'failed' } });
    system.model.reply(fault.status(401));
    const streamed = await read(user, '/v1/chat/completions', { model: 'chat', messages, stream: true });
    system.model.reply(fault.contextLength({ limit: 100, actual: 900 }));
    const tooLong = await read(user, '/v1/responses', { model: 'chat', input: 'Hi' });
    system.model.reply(fault.status(401));
    const parts = [{ type: 'text', text: 'Hi' }];
    const page = await read(user, '/api/chat?flow=chat', {
      id: 'page',
      messages: [{ id: 'u1', role: 'user', parts }],
      trigger: 'submit-message',
    });
    expect(page).toContain('The model is unavailable');
    system.model.reply(fault.status(401));
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${gateway.url}/mcp`), {
        requestInit: { headers: { authorization: `Bearer ${user}` } },
      }),
    );
    const result = await client.callTool({ name: 'chat', arguments: { message: 'Hi' } });
    await client.close();
    expect(result).toMatchObject({ isError: true });
    const all = [chat, streamed, tooLong, page, JSON.stringify(result)];
    expect(all.filter((body) => PROVIDER_TEXT.test(body))).toEqual([]);
  });

  test('a fallback, and a spawned flow that fails -> neither the event nor the model reads the text of the provider', async () => {
    const user = system.newUser();
    system.model.reply(fault.status(401), text('From the other.'));
    const events = await read(
      user,
      `/api/v1/conversations/several/turns/${(await failTurn(user, 'several')).turnId}/events`,
    );
    expect(events).toContain('"type":"fallback"');
    expect(events).not.toMatch(PROVIDER_TEXT);

    system.model.reply(
      toolCalls([{ name: 'spawn', arguments: { tasks: [{ flow: 'chat', text: 'Hi' }] } }]),
      fault.status(401),
      text('It failed.'),
    );
    const { turnId } = await failTurn(user, 'boss');
    const said = await read(user, `/api/v1/conversations/boss/turns/${turnId}/events`);
    expect(said).toContain('Child execution failed: The model is unavailable');
    expect(said).not.toMatch(PROVIDER_TEXT);
  });
});
