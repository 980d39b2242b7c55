import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { collectMessage } from '../../../../packages/gateway/ui-messages/collect-message.js';
import { fault, gated, text, toolCalls } from '../../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../../packages/testing/test-system.js';
import { defineTool } from '../../../../extend/tools/define-tool.js';
import { agentFlow } from '../../context/fixtures/agent-flow.js';
import { serveGateway, type ServedGateway } from '../serve-gateway.js';
import { ChatPageClient, chunksIn, overSocket } from './chat-page-client.js';

let system: TestSystem;
let served: ServedGateway;
let gateway: ChatPageClient['gateway'];
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [agentFlow({ slug: 'assistant', tools: ['double', 'pay'], history: { summaries: false } })],
    tools: [
      defineTool({
        name: 'double',
        description: 'Doubles',
        input: z.object({ of: z.number() }),
        execute: ({ of }) => Promise.resolve({ result: of * 2 }),
      }),
      defineTool({
        name: 'pay',
        description: 'Pays',
        input: z.object({ amount: z.number() }),
        approve: true,
        execute: ({ amount }) => Promise.resolve({ paid: amount }),
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

const PICTURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describe('POST /api/chat', () => {
  test('a message with a picture and a tool call -> streamed and loaded again as the same parts', async () => {
    const page = new ChatPageClient(gateway, system.newUser());
    system.model.reply(
      toolCalls([{ name: 'double', arguments: { of: 1 } }], { text: 'Let me see.' }),
      text('It is two.', { usage: { inputTokens: 30, outputTokens: 4 } }),
    );
    const parts = [
      { type: 'file', url: PICTURE, mediaType: 'image/png', filename: 'dot.png' },
      { type: 'text', text: 'Twice one?' },
    ];
    const body = { id: 'c', messages: [{ id: 'u1', role: 'user', parts }], trigger: 'submit-message' };
    const response = await page.request('', body);
    expect(response.headers.get('x-vercel-ai-ui-message-stream')).toBe('v1');
    const chunks = await chunksIn(response);
    const streamed = collectMessage('', chunks);
    expect(streamed).toMatchObject({
      id: 'u1.answer',
      metadata: {
        turnId: 'u1',
        model: 'openai:scripted',
        status: 'completed',
        usage: { outputTokens: expect.any(Number) },
      },
      parts: [
        { type: 'step-start' },
        { type: 'text', text: 'Let me see.' },
        { type: 'tool-double', state: 'output-available', output: { result: 2 } },
        { type: 'step-start' },
        { type: 'text', text: 'It is two.' },
      ],
    });
    expect(collectMessage('', await chunksIn(await page.request('', body)))).toEqual(streamed);
    const [question, answer, ...more] = await page.history('c');
    expect([question, more]).toMatchObject([
      {
        id: 'u1',
        parts: [
          { type: 'file', filename: 'dot.png', url: expect.stringContaining('/api/chat/c/files/') },
          parts[1],
        ],
      },
      [],
    ]);
    const place = { seq: 2, createdAt: expect.any(String) };
    expect(answer).toEqual({ ...streamed, metadata: { ...streamed.metadata!, ...place } });
    expect((await page.request('/c/stream')).status).toBe(204);
  });

  test('resumed while it runs, then stopped -> the answer from its start, and its end as it is stored', async () => {
    const page = new ChatPageClient(gateway, system.newUser());
    const answer = gated('A long', ' answer');
    system.model.reply(answer);
    const first = page.say('c', { id: 'u1', parts: [{ type: 'text', text: 'Go on' }] });
    await answer.started;
    expect((await page.history('c')).map(({ role }) => role)).not.toContain('assistant');
    const resumed = chunksIn(await page.request('/c/stream'));
    await expect
      .poll(async () => (await system.db.selectFrom('stream_chunk').select('content').execute()).length)
      .toBeGreaterThan(0);
    expect((await page.request('/c/stop', { turnId: 'other' })).status).toBe(200);
    const stopped = await page.request('/c/stop', { messageId: 'u1.answer' });
    expect(await stopped.json()).toEqual({ turnId: 'u1', status: 'cancelled' });
    answer.release();
    const [live, again] = [collectMessage('', await first), collectMessage('', await resumed)];
    expect(again).toEqual(live);
    expect(live).toMatchObject({ metadata: { status: 'cancelled' }, parts: [{}, { text: 'A long' }] });
    expect((await page.history('c')).at(-1)?.parts.find(({ type }) => type === 'text')?.text).toBe('A long');
  });

  test.each([1, 2, 3])(
    'loaded in pages of %i rows while a turn runs -> each message once, in order',
    async (limit) => {
      const user = system.newUser();
      const page = new ChatPageClient(gateway, user);
      for (const id of ['u1', 'u2', 'u3']) {
        system.model.reply(text(`Answer to ${id}`));
        await page.say('c', { id, parts: [{ type: 'text', text: id }] });
      }
      const gate = gated('A long', ' answer');
      system.model.reply(gate);
      const running = page.say('c', { id: 'u4', parts: [{ type: 'text', text: 'u4' }] });
      await gate.started;
      const loaded: string[] = [];
      let before = '';
      do {
        const query = `?version=7&limit=${limit}${before && `&before=${before}`}`;
        const response = await new ChatPageClient(gateway, user, query).request('/c');
        const { messages, next } = (await response.json()) as {
          messages: { id: string }[];
          next: string | null;
        };
        loaded.unshift(...messages.map(({ id }) => id));
        before = next ?? '';
      } while (before !== '');
      gate.release();
      await running;
      expect(loaded).toEqual(['u1', 'u1.answer', 'u2', 'u2.answer', 'u3', 'u3.answer', 'u4']);
    },
  );

  test('an answer that ended after the page had loaded its question -> resumed as stored; one that the page has -> 204', async () => {
    const user = system.newUser();
    const page = new ChatPageClient(gateway, user);
    system.model.reply(text('Quickly said.'));
    const live = await page.say('c', { id: 'u1', parts: [{ type: 'text', text: 'Be quick' }] });
    const resume = (after: string) =>
      new ChatPageClient(gateway, user, `?version=7&after=${after}`).request('/c/stream');
    expect(await chunksIn(await resume('u1'))).toEqual(live);
    for (const after of ['', 'u1.answer', 'u0']) expect((await resume(after)).status).toBe(204);
  });

  test('a call that needs approval -> asked, ids of other calls rejected, approved once, shown in the same message', async () => {
    const page = new ChatPageClient(gateway, system.newUser());
    system.model.reply(toolCalls([{ name: 'pay', arguments: { amount: 5 } }]), text('Paid.'));
    const asked = await page.say('c', { id: 'u1', parts: [{ type: 'text', text: 'Pay 5' }] });
    const question = collectMessage('', asked);
    expect(question.parts.at(-1)).toMatchObject({ type: 'tool-pay', state: 'approval-requested' });
    expect(asked.at(-1)).toMatchObject({ type: 'finish', finishReason: 'tool-calls' });
    const respond = (approvalId: string) => ({
      id: 'c',
      messageId: question.id,
      messages: [
        {
          ...question,
          parts: question.parts.map((part) =>
            part['approval'] === undefined
              ? part
              : { ...part, state: 'approval-responded', approval: { id: approvalId, approved: true } },
          ),
        },
      ],
      trigger: 'submit-message',
    });
    const { id } = question.parts.at(-1)?.['approval'] as { id: string };
    const made = Buffer.from(JSON.stringify(['conversation/assistant/bob/turn/x', 'agent', '', '1.1']));
    for (const wrong of ['x', made.toString('base64url')])
      expect((await page.request('', respond(wrong))).status).toBe(400);
    const rest = await chunksIn(await page.request('', respond(id)));
    expect(rest.map(({ type }) => type)).not.toContain('tool-input-available');
    expect(rest).toContainEqual(
      expect.objectContaining({ type: 'tool-output-available', output: { paid: 5 } }),
    );
    expect(await chunksIn(await page.request('', respond(id)))).toEqual(rest);
    expect((await page.history('c')).at(-1)?.parts).toMatchObject([
      { type: 'step-start' },
      { type: 'tool-pay', output: { paid: 5 } },
      { type: 'step-start' },
      { type: 'text', text: 'Paid.' },
    ]);
  });

  test('a turn that fails -> our own sentence; retried by regenerate, and loaded as one answer', async () => {
    const page = new ChatPageClient(gateway, system.newUser());
    system.model.reply(fault.status(401));
    const failed = await page.say('c', { id: 'u1', parts: [{ type: 'text', text: 'Hello' }] });
    expect(failed.at(-1)).toEqual({ type: 'error', errorText: 'The model is unavailable' });
    expect((await page.history('c')).at(-1)).toMatchObject({
      role: 'assistant',
      metadata: { error: { type: 'Model.Authentication' } },
    });
    system.model.reply(text('Hello to you.'));
    const messages = [{ id: 'u1', role: 'user', parts: [{ type: 'text', text: 'Hello' }] }];
    const again = await chunksIn(
      await page.request('', { id: 'c', messages, trigger: 'regenerate-message' }),
    );
    expect(collectMessage('', again).parts.at(-1)).toMatchObject({ text: 'Hello to you.' });
    expect((await page.history('c')).map(({ role }) => role)).toEqual(['user', 'assistant']);
  });

  test.each([
    ['no messages', { id: 'c', messages: [] }, 400],
    ['an empty message', { id: 'c', messages: [{ id: 'u', role: 'user', parts: [] }] }, 422],
    [
      'an address as a file',
      { id: 'c', messages: [{ id: 'u', role: 'user', parts: [{ type: 'file', url: 'http://x/y' }] }] },
      422,
    ],
    [
      'an unknown flow',
      { id: 'c', flow: 'none', messages: [{ id: 'u', role: 'user', parts: [{ type: 'text', text: 'x' }] }] },
      404,
    ],
  ])('%s -> refused with its status', async (_what, body, status) => {
    const response = await new ChatPageClient(gateway, system.newUser()).request('', body);
    expect([response.status, await response.json()]).toMatchObject([
      status,
      { error: { message: expect.any(String) } },
    ]);
  });

  test('answered again and edited, each sent twice -> one branch each; the chat is loaded as the branch that it is in', async () => {
    const page = new ChatPageClient(gateway, system.newUser());
    const question = { id: 'u1', role: 'user', parts: [{ type: 'text', text: 'Name a city' }] };
    system.model.reply(text('Rome.'));
    await page.say('b', question as never);
    const again = { id: 'b', messages: [question], trigger: 'regenerate-message', messageId: 'u1.answer' };
    const gate = gated('Par', 'is.');
    system.model.reply(gate);
    const first = page.request('', again).then(chunksIn);
    await gate.started;
    const second = page.request('', again).then(chunksIn);
    gate.release();
    const streamed = collectMessage('', await first);
    expect(collectMessage('', await second)).toEqual(streamed);
    expect(streamed.parts).toMatchObject([{ type: 'step-start' }, { type: 'text', text: 'Paris.' }]);
    expect((await page.history('b')).map(({ parts }) => parts.at(-1)?.text)).toEqual([
      'Name a city',
      'Paris.',
    ]);
    system.model.reply(text('Oslo.'));
    const edited = { ...question, parts: [{ type: 'text', text: 'Name a northern city' }] };
    const edit = { id: 'b', messages: [edited], trigger: 'submit-message', messageId: 'u1' };
    const oslo = collectMessage('', await chunksIn(await page.request('', edit)));
    expect(collectMessage('', await chunksIn(await page.request('', edit)))).toEqual(oslo);
    const loaded = await page.history('b');
    expect(loaded.map(({ parts }) => parts.at(-1)?.text)).toEqual(['Name a northern city', 'Oslo.']);
    expect(loaded[1]?.id).toBe(oslo.id);
    const conversation = system.client.conversation({ flow: 'assistant', user: page.user, channel: 'b' });
    expect((await conversation.branches()).map(({ number }) => number)).toEqual([0, 1, 2]);
  });

  test('stopped by the id of the question while an edit, a new answer or a retry of it runs -> that turn is canceled', async () => {
    const page = new ChatPageClient(gateway, system.newUser());
    const question = { id: 'u1', role: 'user', parts: [{ type: 'text', text: 'Name a city' }] };
    const edited = { ...question, parts: [{ type: 'text', text: 'Name a northern city' }] };
    system.model.reply(text('Rome.'));
    await page.say('s', question as never);
    const bodies = [
      { id: 's', messages: [edited], trigger: 'submit-message', messageId: 'u1' },
      { id: 's', messages: [edited], trigger: 'regenerate-message' },
      { id: 's', messages: [question], trigger: 'regenerate-message', messageId: 'u1.answer' },
    ];
    for (const body of bodies) {
      const gate = gated('Os', 'lo.');
      system.model.reply(gate);
      const answering = page.request('', body).then(chunksIn);
      await gate.started;
      const running = await page.history('s');
      expect((await page.request('/s/stop', { messageId: 'u1.answer' })).status).toBe(200);
      const stopped = (await (await page.request('/s/stop', { messageId: 'u1' })).json()) as {
        turnId: string;
        status: string;
      };
      gate.release();
      const answer = collectMessage('', await answering);
      expect([stopped.status, answer.metadata?.status]).toEqual(['cancelled', 'cancelled']);
      expect(answer.id).toBe(`${stopped.turnId}.answer`);
      expect(running.map(({ id }) => id)).not.toContain(answer.id);
    }
    expect(system.model.requests.map(({ messages }) => messages.at(-1)?.content).slice(-3)).toEqual([
      'Name a northern city',
      'Name a northern city',
      'Name a city',
    ]);
  });
});
