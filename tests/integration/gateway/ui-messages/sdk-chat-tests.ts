import { expect, test } from 'vitest';
import { defineFlow } from '../../../../flow/builder/define-flow.js';
import { agent, approval, chat, merge, reply } from '../../../../flow/kinds/node-kinds.js';
import { text } from '../../../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../../../packages/testing/scripted-models.js';
import type { TestSystem } from '../../../../packages/testing/test-system.js';
import { spokenIn } from '../../flows/fixtures/spoken-in.js';
import type { ServedGateway } from '../serve-gateway.js';
import { ChatPageClient } from './chat-page-client.js';
import { openSdkChat, type Sdk, type SdkChat } from './sdk-chat.js';

interface Site {
  system: TestSystem;
  gateway: ServedGateway;
}

export const SDK_CHAT_FLOWS = [
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

export function testSdkChat(sdk: Sdk, site: () => Site): void {
  test(`the chat of ai ${sdk.version}: the questions of two nodes, answered by messages -> the open page shows all in order, as after a reload`, async () => {
    const { system, gateway } = site();
    const [user, id] = [system.newUser(), 'c'];
    const chat = openSdkChat(sdk, { url: gateway.url, user, flow: 'twice', id });
    await chat.sendMessage({ text: 'a bicycle' });
    expect(toTexts(chat.messages)).toEqual(['a bicycle', 'asked: Buy a bicycle?']);
    await chat.sendMessage({ text: 'yes' });
    const first = ['a bicycle', 'Buy a bicycle?', 'yes'];
    expect(toTexts(chat.messages)).toEqual([...first, 'asked: Pay for a bicycle?']);
    await chat.sendMessage({ text: 'confirm' });
    const all = [...first, 'Pay for a bicycle?', 'confirm', 'yes, confirm'];
    expect(toTexts(chat.messages)).toEqual(all);
    const { messages } = chat;
    const stored = await openChatPage({ system, gateway, flow: 'twice', user }).history(id);
    expect(toTexts(stored)).toEqual(all);
    expect(messages.map((message) => message.id)).toEqual(stored.map((message) => message.id));
  });

  test(`the chat of ai ${sdk.version}: two questions at once -> a bare yes is rejected with their names, and each is answered by its name`, async () => {
    const { system, gateway } = site();
    const user = system.newUser();
    const chat = openSdkChat(sdk, { url: gateway.url, user, flow: 'both', id: 'c' });
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
      expect.stringMatching(/2 questions are open: .*'pay' \(Pay for a bicycle\?\).*Answer one by its name/),
    ]);
    chat.messages = (await openChatPage({ system, gateway, flow: 'both', user }).history('c')).concat(
      chat.messages.slice(0, -1),
    );
    expect(toTexts(chat.messages.slice(0, 1))).toEqual(['a bicycle']);
    await chat.sendMessage({ text: 'pay: yes' });
    const paid = ['a bicycle', 'Pay for a bicycle?', 'pay: yes'];
    expect(toTexts(chat.messages)).toEqual([...paid, 'asked: Buy a bicycle?']);
    await chat.sendMessage({ text: 'y' });
    const all = [...paid, 'Buy a bicycle?', 'y', 'y, yes'];
    expect(toTexts(chat.messages)).toEqual(all);
    const stored = await openChatPage({ system, gateway, flow: 'both', user }).history('c');
    expect(toTexts(stored)).toEqual(all);
    expect(chat.answered).toEqual(['pay', 'buy']);
    expect(stored.map(({ metadata }) => metadata?.question)).toEqual([
      undefined,
      ...['pay', 'pay', 'buy', 'buy'],
      undefined,
    ]);
  });

  test(`the chat of ai ${sdk.version}: an agent after a node that asks -> question and answer are in its later contexts, in order`, async () => {
    const { system, gateway } = site();
    const chat = openSdkChat(sdk, { url: gateway.url, user: system.newUser(), flow: 'clerk', id: 'c' });
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
}

export function openChatPage({
  system,
  gateway,
  flow,
  user = system.newUser(),
}: Site & { flow: string; user?: string }): ChatPageClient {
  const send = async ({ url, method, headers, body }: Request) => {
    const { pathname, search } = new URL(url);
    const said = body === null ? {} : { body: await new Response(body).text() };
    return fetch(`${gateway.url}${pathname}${search}`, { method, headers, ...said });
  };
  return new ChatPageClient({ fetch: send }, user, `?version=7&flow=${flow}`);
}
