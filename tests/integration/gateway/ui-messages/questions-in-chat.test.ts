import * as version6 from 'ai';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import type { HistoryPage } from '../../../../views/conversation.js';
import { defineFlow } from '../../../../flow/builder/define-flow.js';
import { approval, chat, reply } from '../../../../flow/kinds/node-kinds.js';
import { collectMessage } from '../../../../packages/gateway/ui-messages/collect-message.js';
import { text, toolCalls } from '../../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../../packages/testing/test-system.js';
import { defineTool } from '../../../../extend/tools/define-tool.js';
import { agentFlow } from '../../context/fixtures/agent-flow.js';
import { serveGateway, type ServedGateway } from '../serve-gateway.js';
import { chunksIn } from './chat-page-client.js';
import { openChatPage, SDK_CHAT_FLOWS, testSdkChat } from './sdk-chat-tests.js';

const PAY = defineTool({
  name: 'pay',
  description: 'Pays.',
  input: z.object({ amount: z.number() }),
  approve: true,
  execute: ({ amount }) => ({ paid: amount }),
});
const flows = [
  ...SDK_CHAT_FLOWS,
  agentFlow({ slug: 'buyer', tools: ['pay'], history: { summaries: false } }),
  defineFlow({
    slug: 'shop',
    name: 'Shop',
    nodes: {
      chat: chat(),
      ask: approval({ prompt: 'Buy {{ trigger.text }}?' }),
      say: reply({ text: '{{ ask.outcome }}: {{ ask.answer }}' }),
    },
    edges: [
      ['chat', 'ask'],
      ['ask', 'say'],
    ],
  }),
];

let system: TestSystem;
let gateway: ServedGateway;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), { flows, tools: [PAY] });
  gateway = await serveGateway(system);
});
afterAll(async () => {
  await gateway?.close();
  await system?.stop();
});

describe('GET /api/chat/{id}, by a gateway that listens', () => {
  const openPage = (flow: string) => openChatPage({ system, gateway, flow });
  testSdkChat({ version: 6, module: version6 }, () => ({ system, gateway }));

  test('useChat: the chat loaded again -> question and answer in their places; REST lists the same', async () => {
    const page = openPage('shop');
    const asked = page.say('c', { id: 'u1', parts: [{ type: 'text', text: 'a bicycle' }] });
    const conversation = system.client.conversation({ flow: 'shop', user: page.user, channel: 'c' });
    const handle = system.temporal.workflow.getHandle(`${conversation.workflowId}/turn/u1`);
    await expect
      .poll(() => handle.query<object>('status').catch(() => undefined))
      .toMatchObject({ waiting: [{ nodeId: 'ask' }] });
    await page.say('c', { id: 'u2', parts: [{ type: 'text', text: 'yes' }] });
    await asked;
    const messages = await page.history('c');
    expect(messages.map(({ id, role, parts }) => [id, role, parts.at(-1)?.text])).toEqual([
      ['u1', 'user', 'a bicycle'],
      ['u1.approval-2', 'assistant', 'Buy a bicycle?'],
      ['u2', 'user', 'yes'],
      ['u1.answer', 'assistant', 'confirmed: yes'],
    ]);
    const resumed = async (after: string) => {
      const query = `?version=7&flow=shop&after=${after}`;
      return page.gateway.fetch(
        new Request(`http://gateway/api/chat/c/stream${query}`, {
          headers: { authorization: `Bearer ${page.user}` },
        }),
      );
    };
    for (const after of ['u1', 'u1.approval-2', 'u2'])
      expect((await chunksIn(await resumed(after))).at(-1), after).toMatchObject({
        messageMetadata: { status: 'completed' },
      });
    expect((await resumed('u1.answer')).status).toBe(204);
    const response = await fetch(`${gateway.url}/api/v1/conversations/shop/messages?channel=c`, {
      headers: { authorization: `Bearer ${page.user}` },
    });
    const listed = (await response.json()) as HistoryPage;
    expect(listed.messages.map(({ joined }) => joined?.approval ?? null)).toEqual([
      null,
      'answer',
      'question',
      null,
    ]);
  });

  test('/v1 and /mcp: two questions at once -> each is shown with its name, and answered by it; an unclear answer changes nothing', async () => {
    const user = system.newUser();
    const both = (channel: string) => system.client.conversation({ flow: 'both', user, channel });
    for (const channel of ['v1', 'mcp']) await both(channel).submit({ text: 'a car', turnId: channel });
    await expect.poll(() => system.client.executions.waiting({ user })).toHaveLength(4);
    const sendToV1 = async (said: string) => {
      const response = await fetch(`${gateway.url}/v1/chat/completions`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${user}`,
          'content-type': 'application/json',
          'x-threadline-conversation': 'v1',
        },
        body: JSON.stringify({ model: 'both', messages: [{ role: 'user', content: said }] }),
      });
      return response.text();
    };
    const client = new Client({ name: 'test', version: '1' });
    const headers = { authorization: `Bearer ${user}` };
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${gateway.url}/mcp`), { requestInit: { headers } }),
    );
    const call = async (name: string, input: Record<string, unknown>) =>
      JSON.stringify(await client.callTool({ name, arguments: input }));
    const sendToMcp = (message: string) => call('both', { conversation: 'mcp', message });
    expect(await call('threadline_result', { flow: 'both', turnId: 'mcp', conversation: 'mcp' })).toMatch(
      /Several questions are open\. Answer this one with '(?:buy|pay): yes'/,
    );
    for (const say of [sendToV1, sendToMcp]) {
      for (const unclear of ['yes', 'yes to both', 'sell: yes'])
        expect(await say(unclear)).toMatch(/2 questions are open: .*'pay' \(Pay for a car\?\)/);
      expect(await say('yes to PAY')).toMatch(/Buy a car\?(?!.*Several questions are open)/);
      for (const again of ['yes to pay', 'no to pay', 'pay: no'])
        expect(await say(again)).toContain("1 question is open: 'buy'");
      expect(await say('buy yes')).toContain('yes, yes');
    }
    await client.close();
    expect(await system.client.executions.waiting({ user })).toEqual([]);
  });

  test('useChat: other text while a tool call waits -> streamed and loaded as a message of the turn', async () => {
    const page = openPage('buyer');
    system.model.reply(toolCalls([{ name: 'pay', arguments: { amount: 20 } }]), text('It rains.'));
    await page.say('c', { id: 'u1', parts: [{ type: 'text', text: 'buy' }] });
    const streamed = await page.say('c', { id: 'u2', parts: [{ type: 'text', text: 'Does it rain?' }] });
    expect(collectMessage('', streamed).parts.at(-1)).toMatchObject({ type: 'text', text: 'It rains.' });
    expect(
      (await page.history('c')).map(({ id, parts }) => [
        id,
        parts.map(({ type, text: said }) => said ?? type),
      ]),
    ).toEqual([
      ['u1', ['buy']],
      ['u2', ['Does it rain?']],
      ['u1.answer', ['step-start', 'tool-pay', 'step-start', 'It rains.']],
    ]);
  });
});
