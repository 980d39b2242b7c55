import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import type { HistoryPage } from '../../../../views/conversation.js';
import { defineFlow } from '../../../../flow/builder/define-flow.js';
import { agent, approval, chat, merge, reply } from '../../../../flow/kinds/node-kinds.js';
import { collectMessage } from '../../../../packages/gateway/ui-messages/collect-message.js';
import { text, toolCalls } from '../../../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../../../packages/testing/test-system.js';
import { defineTool } from '../../../../extend/tools/define-tool.js';
import { agentFlow } from '../../context/fixtures/agent-flow.js';
import { spokenIn } from '../../flows/fixtures/spoken-in.js';
import { serveGateway, type ServedGateway } from '../serve-gateway.js';
import { ChatPageClient, chunksIn } from './chat-page-client.js';
import { openSdkChat, type SdkChat } from './sdk-chat.js';

const PAY = defineTool({
  name: 'pay',
  description: 'Pays.',
  input: z.object({ amount: z.number() }),
  approve: true,
  execute: ({ amount }) => ({ paid: amount }),
});
const flows = [
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
  defineFlow({
    slug: 'clerk',
    name: 'Clerk',
    nodes: {
      chat: chat(),
      ask: approval({ prompt: 'Buy {{ trigger.text }}?' }),
      sell: agent({ model: SCRIPTED_MODEL }),
    },
    edges: [
      ['chat', 'ask'],
      ['ask', 'sell'],
    ],
  }),
  defineFlow({
    slug: 'both',
    name: 'Both',
    nodes: {
      chat: chat(),
      buy: approval({ prompt: 'Buy {{ trigger.text }}?' }),
      pay: approval({ prompt: 'Pay for {{ trigger.text }}?' }),
      join: merge(),
      say: reply({ text: '{{ buy.answer }}, {{ pay.answer }}' }),
    },
    edges: [
      ['chat', 'buy'],
      ['chat', 'pay'],
      ['buy', 'join'],
      ['pay', 'join'],
      ['join', 'say'],
    ],
  }),
  defineFlow({
    slug: 'twice',
    name: 'Twice',
    nodes: {
      chat: chat(),
      buy: approval({ prompt: 'Buy {{ trigger.text }}?' }),
      pay: approval({ prompt: 'Pay for {{ trigger.text }}?' }),
      say: reply({ text: '{{ buy.answer }}, {{ pay.answer }}' }),
    },
    edges: [
      ['chat', 'buy'],
      ['buy', 'pay'],
      ['pay', 'say'],
    ],
  }),
];

const toTexts = (messages: SdkChat['messages']) =>
  messages.flatMap(({ parts }) =>
    parts.flatMap(({ type, text: said, data }) =>
      type === 'data-question' ? `asked: ${(data as { prompt: string }).prompt}` : (said ?? []),
    ),
  );

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
  const openPage = (flow: string, user = system.newUser()) => {
    const send = async ({ url, method, headers, body }: Request) => {
      const { pathname, search } = new URL(url);
      const said = body === null ? {} : { body: await new Response(body).text() };
      return fetch(`${gateway.url}${pathname}${search}`, { method, headers, ...said });
    };
    return new ChatPageClient({ fetch: send }, user, `?version=7&flow=${flow}`);
  };
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
    // Just before an answer ends, the page's last message is the user's, or a question asked meanwhile.
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

  test.each([6, 7] as const)(
    'the chat of ai %i: the questions of two nodes, answered by messages -> the open page shows all in order, as after a reload',
    async (version) => {
      const [user, id] = [system.newUser(), 'c'];
      const chat = openSdkChat(version, { url: gateway.url, user, flow: 'twice', id });
      await chat.sendMessage({ text: 'a bicycle' });
      expect(toTexts(chat.messages)).toEqual(['a bicycle', 'asked: Buy a bicycle?']);
      await chat.sendMessage({ text: 'yes' });
      const first = ['a bicycle', 'Buy a bicycle?', 'yes'];
      expect(toTexts(chat.messages)).toEqual([...first, 'asked: Pay for a bicycle?']);
      await chat.sendMessage({ text: 'confirm' });
      const all = [...first, 'Pay for a bicycle?', 'confirm', 'yes, confirm'];
      expect(toTexts(chat.messages)).toEqual(all);
      const { messages } = chat;
      const stored = await openPage('twice', user).history(id);
      expect(toTexts(stored)).toEqual(all);
      expect(messages.map((message) => message.id)).toEqual(stored.map((message) => message.id));
    },
  );

  test.each([6, 7] as const)(
    'the chat of ai %i: two questions at once -> a bare yes is rejected with their names, and each is answered by its name',
    async (version) => {
      const user = system.newUser();
      const chat = openSdkChat(version, { url: gateway.url, user, flow: 'both', id: 'c' });
      const conversation = system.client.conversation({ flow: 'both', user, channel: 'c' });
      await conversation.submit({ text: 'a bicycle', turnId: 'u1' });
      await expect.poll(() => system.client.executions.waiting({ user })).toHaveLength(2);
      await chat.resumeStream();
      const questions = () =>
        chat.messages
          .flatMap(({ parts }) => parts.filter(({ type }) => type === 'data-question'))
          .map(({ data }) => (data as { name: string }).name)
          .toSorted();
      expect(questions()).toEqual(['buy', 'pay']);
      await chat.sendMessage({ text: 'yes' });
      expect([chat.status, chat.error?.message]).toEqual([
        'error',
        expect.stringMatching(
          /2 questions are open: .*'pay' \(Pay for a bicycle\?\).*Answer one by its name/,
        ),
      ]);
      chat.messages = (await openPage('both', user).history('c')).concat(chat.messages.slice(0, -1));
      expect(toTexts(chat.messages.slice(0, 1))).toEqual(['a bicycle']);
      await chat.sendMessage({ text: 'pay: yes' });
      const paid = ['a bicycle', 'Pay for a bicycle?', 'pay: yes'];
      expect(toTexts(chat.messages)).toEqual([...paid, 'asked: Buy a bicycle?']);
      await chat.sendMessage({ text: 'y' });
      const all = [...paid, 'Buy a bicycle?', 'y', 'y, yes'];
      expect(toTexts(chat.messages)).toEqual(all);
      const stored = await openPage('both', user).history('c');
      expect(toTexts(stored)).toEqual(all);
      expect(chat.answered).toEqual(['pay', 'buy']);
      expect(stored.map(({ metadata }) => metadata?.question)).toEqual([
        undefined,
        ...['pay', 'pay', 'buy', 'buy'],
        undefined,
      ]);
    },
  );

  test('/v1 and /mcp: two questions at once -> each is shown with its name, and answered by it; an unclear answer changes nothing', async () => {
    const user = system.newUser();
    const both = (channel: string) => system.client.conversation({ flow: 'both', user, channel });
    for (const channel of ['v1', 'mcp']) await both(channel).submit({ text: 'a car', turnId: channel });
    await expect.poll(() => system.client.executions.waiting({ user })).toHaveLength(4);
    const sayToV1 = async (said: string) => {
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
    const sayToMcp = (message: string) => call('both', { conversation: 'mcp', message });
    expect(await call('threadline_result', { flow: 'both', turnId: 'mcp', conversation: 'mcp' })).toMatch(
      /Several questions are open\. Answer this one with '(?:buy|pay): yes'/,
    );
    for (const say of [sayToV1, sayToMcp]) {
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

  test('the chat of ai 7: an agent behind a node that asks -> question and answer are in its later contexts, in order', async () => {
    const chat = openSdkChat(7, { url: gateway.url, user: system.newUser(), flow: 'clerk', id: 'c' });
    system.model.reply(text('A bicycle is sold.'), text('A car is sold.'));
    for (const said of ['a bicycle', 'yes', 'a car', 'y']) await chat.sendMessage({ text: said });
    const sold = ['a bicycle', 'Buy a bicycle?', 'yes', 'A bicycle is sold.'];
    expect(toTexts(chat.messages)).toEqual([...sold, 'a car', 'Buy a car?', 'y', 'A car is sold.']);
    expect(system.model.requests.slice(-2).map(spokenIn)).toEqual([
      ['user: a bicycle'],
      [
        'user: a bicycle',
        'assistant: Buy a bicycle?',
        'user: yes',
        'assistant: A bicycle is sold.',
        'user: a car',
      ],
    ]);
  });

  test('useChat: something else while a tool call waits -> streamed and loaded as a message of the turn', async () => {
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
