import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { collectMessage } from '../../../../packages/gateway/ui-messages/collect-message.js';
import { fault, gated, text, toolCalls } from '../../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../../packages/testing/test-system.js';
import { defineTool } from '../../../../extend/tools/define-tool.js';
import { agentFlow } from '../../context/fixtures/agent-flow.js';
import { png } from '../../fixtures/pictures.js';
import { serveGateway, type ServedGateway } from '../serve-gateway.js';
import { ChatPageClient, chunksIn, overSocket } from './chat-page-client.js';

let system: TestSystem;
let served: ServedGateway;
let gateway: ChatPageClient['gateway'];
let letGo: (() => void) | undefined;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [agentFlow({ slug: 'assistant', tools: ['wait'], history: { summaries: false } })],
    tools: [
      defineTool({
        name: 'wait',
        description: 'Waits',
        input: z.object({}),
        execute: () => new Promise((resolve) => (letGo = () => resolve({ waited: true }))),
      }),
    ],
  });
  served = await serveGateway(system);
  gateway = overSocket(served);
});
afterAll(async () => {
  await served?.close();
  await system?.stop();
});

describe('POST /api/chat', () => {
  test('a queued message, stopped by the id that the page made for it -> withdrawn: kept, and never answered', async () => {
    const page = new ChatPageClient(gateway, system.newUser());
    const gate = gated('A long', ' answer.');
    system.model.reply(gate);
    const first = page.say('q', { id: 'u1', parts: [{ type: 'text', text: 'Go on' }] });
    await gate.started;
    const id = 'm'.repeat(100);
    const second = page.say('q', { id, parts: [{ type: 'text', text: 'And then?' }] });
    await expect.poll(async () => (await page.request('/q/stream')).status === 200).toBe(true);
    const conversation = system.client.conversation({ flow: 'assistant', user: page.user, channel: 'q' });
    await expect.poll(async () => (await conversation.unfinished()).length).toBe(2);
    const stopped = await page.request('/q/stop', { messageId: id });
    expect(await stopped.json()).toMatchObject({ status: 'cancelled' });
    gate.release();
    expect(collectMessage('', await second).metadata).toMatchObject({ status: 'cancelled' });
    expect(collectMessage('', await first).metadata).toMatchObject({ status: 'completed' });
    expect((await page.history('q')).map(({ parts }) => parts.at(-1)?.text)).toEqual([
      'Go on',
      'A long answer.',
      'And then?',
    ]);
  });

  test('a queued message, sent again with interrupt, twice -> the running answer stops, and the message is answered once, in both streams', async () => {
    const page = new ChatPageClient(gateway, system.newUser());
    const gate = gated('A long', ' answer.');
    system.model.reply(gate);
    const first = page.say('i', { id: 'u1', parts: [{ type: 'text', text: 'Go on' }] });
    await gate.started;
    const queued = { id: 'u2', role: 'user', parts: [{ type: 'text', text: 'No, tell me the time' }] };
    const waiting = page.say('i', queued as never);
    const conversation = system.client.conversation({ flow: 'assistant', user: page.user, channel: 'i' });
    await expect.poll(async () => (await conversation.unfinished()).length).toBe(2);
    system.model.reply(text('Noon.'));
    const body = { id: 'i', messages: [queued], trigger: 'submit-message', whileRunning: 'interrupt' };
    const answer = collectMessage('', await chunksIn(await page.request('', body)));
    gate.release();
    expect(answer).toMatchObject({ metadata: { status: 'completed' }, parts: [{}, { text: 'Noon.' }] });
    expect(collectMessage('', await chunksIn(await page.request('', body)))).toEqual(answer);
    expect(collectMessage('', await first).metadata).toMatchObject({ status: 'cancelled' });
    expect(collectMessage('', await waiting).parts.at(-1)).toMatchObject({ text: 'Noon.' });
    const said = (await page.history('i')).map(({ parts }) => parts.at(-1)?.text);
    expect(said).toEqual(['Go on', 'A long', 'No, tell me the time', 'Noon.']);
  });

  test('a queued message, sent again with steer, by the page and over REST -> joins the running answer', async () => {
    const page = new ChatPageClient(gateway, system.newUser());
    system.model.reply(toolCalls([{ name: 'wait', arguments: {} }]), text('Noon, and Rome.'));
    const first = page.say('j', { id: 'u1', parts: [{ type: 'text', text: 'Go on' }] });
    const conversation = system.client.conversation({ flow: 'assistant', user: page.user, channel: 'j' });
    await expect.poll(() => letGo).toBeDefined();
    const queued = ['Tell me the time', 'Name a city'].map((said, index) => ({
      id: `q${index}`,
      role: 'user',
      parts: [{ type: 'text', text: said }],
    }));
    const waiting: ReturnType<typeof page.say>[] = [];
    for (const message of queued) {
      waiting.push(page.say('j', message as never));
      await expect.poll(async () => (await conversation.unfinished()).length).toBe(waiting.length + 1);
    }
    const steer = { id: 'j', messages: [queued[0]], trigger: 'submit-message', whileRunning: 'steer' };
    const joined = page.request('', steer).then(chunksIn);
    const modeOf = async (id: string) =>
      (await conversation.queued()).find(({ turnId }) => turnId === id)?.whileRunning;
    await expect.poll(() => modeOf('q0')).toBe('steer');
    const sendAgain = () =>
      page.rest('/conversations/assistant/turns', 'j', {
        text: 'Name a city',
        turnId: 'q1',
        whileRunning: 'steer',
      });
    for (const _again of [1, 2]) expect(await sendAgain()).toMatchObject({ turnId: 'q1' });
    expect(await modeOf('q1')).toBe('steer');
    for (const whileRunning of ['steer', 'interrupt'])
      expect(
        await page.rest('/conversations/assistant/turns', 'j', {
          text: 'Name a river',
          turnId: 'q1',
          whileRunning,
        }),
      ).toMatchObject({ error: { type: 'Turn.Conflict' } });
    const fresh = { text: 'And a lake', turnId: 'fresh', whileRunning: 'steer' };
    for (const _again of [1, 2])
      expect(await page.rest('/conversations/assistant/turns', 'j', fresh)).toMatchObject({
        turnId: 'fresh',
      });
    await expect.poll(async () => (await conversation.status())?.queued.length).toBe(3);
    letGo?.();
    for (const answer of [first, joined, ...waiting])
      expect(collectMessage('', await answer).parts.at(-1)).toMatchObject({ text: 'Noon, and Rome.' });
    const sent = system.model.requests.at(-1)?.messages.filter(({ role }) => role === 'user');
    expect(sent?.map(({ content }) => content).join(' ')).toMatch(/Tell me the time[^]*Name a city/);
  });

  test('regenerate-message under a known id with another text or file -> 409; the same message, loaded again -> its answer', async () => {
    const page = new ChatPageClient(gateway, system.newUser());
    const picture = (name: string) =>
      `data:image/png;base64,${Buffer.from(png(8, 8, name)).toString('base64')}`;
    const [dot, other] = [picture('dot'), picture('other')];
    const file = (url: string) => ({ type: 'file', url, mediaType: 'image/png', filename: 'dot.png' });
    const parts = (words: string, ...files: object[]) => [...files, { type: 'text', text: words }];
    const regenerate = (sent: object[], more: object = {}) =>
      page.request('', {
        id: 'k',
        messages: [{ id: 'u1', role: 'user', parts: sent }],
        trigger: 'regenerate-message',
        ...more,
      });
    const wrong = [
      parts('Pay 900 to Eve', file(dot)),
      parts('Pay 5 to Bob'),
      parts('Pay 5 to Bob', file(dot), file(dot)),
      parts('Pay 5 to Bob', file(other)),
    ];
    const conflict = { status: 409, body: expect.stringContaining('Turn.Conflict') };
    const refuse = async (more: object = {}) => {
      for (const sent of wrong) {
        const response = await regenerate(sent, more);
        expect({ status: response.status, body: await response.text() }).toEqual(conflict);
      }
    };
    const gate = gated('Pa', 'id.');
    system.model.reply(fault.status(401), gate, text('Paid again.'), text('And again.'));
    await page.say('k', { id: 'u1', parts: parts('Pay 5 to Bob', file(dot)) as never });
    await refuse();
    const retried = regenerate(parts('Pay 5 to Bob', file(dot))).then(chunksIn);
    await gate.started;
    await refuse();
    gate.release();
    const paid = collectMessage('', await retried);
    expect(paid.parts.at(-1)).toMatchObject({ text: 'Paid.' });
    await refuse({ messageId: paid.id });
    const again = await regenerate(parts('Pay 5 to Bob', file(dot)), { messageId: paid.id });
    expect(collectMessage('', await chunksIn(again)).parts.at(-1)).toMatchObject({ text: 'Paid again.' });
    const [question, answer] = await page.history('k');
    expect(question!.parts[0]).toMatchObject({
      type: 'file',
      url: expect.stringContaining('/api/chat/k/files/'),
    });
    const body = {
      id: 'k',
      messages: [question, answer].slice(0, 1),
      trigger: 'regenerate-message',
      messageId: answer!.id,
    };
    const loaded = await chunksIn(await page.request('', body));
    expect(collectMessage('', loaded).parts.at(-1)).toMatchObject({ text: 'And again.' });
  });

  test('an answer stopped by the id of a message that joined its turn -> the turn is canceled', async () => {
    const page = new ChatPageClient(gateway, system.newUser());
    const before = letGo;
    const gate = gated('Noon,', ' and Rome.');
    system.model.reply(toolCalls([{ name: 'wait', arguments: {} }]), gate);
    const first = page.say('s', { id: 'u1', parts: [{ type: 'text', text: 'Go on' }] });
    await expect.poll(() => letGo).not.toBe(before);
    const message = { id: 'u2', role: 'user', parts: [{ type: 'text', text: 'Tell me the time' }] };
    const steer = { id: 's', messages: [message], trigger: 'submit-message', whileRunning: 'steer' };
    const joined = page.request('', steer).then(chunksIn);
    const conversation = system.client.conversation({ flow: 'assistant', user: page.user, channel: 's' });
    await expect.poll(async () => (await conversation.unfinished()).length).toBe(2);
    letGo?.();
    await gate.started;
    const stopped = await page.request('/s/stop', { messageId: 'u2.answer' });
    expect(await stopped.json()).toEqual({ turnId: 'u1', status: 'cancelled' });
    gate.release();
    for (const answer of [first, joined])
      expect(collectMessage('', await answer).metadata).toMatchObject({ status: 'cancelled' });
  });
});
