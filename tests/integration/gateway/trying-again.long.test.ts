import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { gated, text, toolCalls } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { defineTool } from '../../../extend/tools/define-tool.js';
import { agentFlow } from '../context/fixtures/agent-flow.js';
import { serveGateway, type ServedGateway } from './serve-gateway.js';

let system: TestSystem;
let gateway: ServedGateway;
const paid: number[] = [];
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [agentFlow({ slug: 'assistant', tools: ['pay'], history: { summaries: false } })],
    tools: [
      defineTool({
        name: 'pay',
        description: 'Pays',
        input: z.object({ amount: z.number() }),
        approve: true,
        execute({ amount }) {
          paid.push(amount);
          return Promise.resolve({ paid: amount });
        },
      }),
    ],
  });
  gateway = await serveGateway(system);
});
afterAll(async () => {
  await gateway?.close();
  await system?.stop();
});

async function ask(path: string, { user, body }: { user: string; body?: unknown }) {
  const response = await fetch(gateway.url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${user}`, 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  });
  return { status: response.status, body: await response.text() };
}

const CHAT = '/api/v1/conversations/assistant';

describe('regenerate', () => {
  test.each([
    [
      'by REST',
      (turnId: string) => [
        `${CHAT}/turns/${turnId}/regenerate?channel=default`,
        { whileRunning: 'interrupt' },
      ],
    ],
    [
      'by a page',
      (turnId: string) => [
        '/api/chat',
        {
          id: 'default',
          trigger: 'regenerate-message',
          messageId: `${turnId}.answer`,
          messages: [{ id: turnId, role: 'user', parts: [{ type: 'text', text: 'One' }] }],
          whileRunning: 'interrupt',
        },
      ],
    ],
  ])(
    '%s, while another turn runs, to interrupt it -> the running turn is canceled',
    async (_how, toRequest) => {
      const user = system.newUser();
      system.model.reply(text('First.'));
      await ask(`${CHAT}/turns?channel=default`, { user, body: { text: 'One', turnId: 'one' } });
      await ask(`${CHAT}/turns/one/events?channel=default`, { user });
      const gate = gated('Never ', 'said.');
      system.model.reply(gate, text('Again.'));
      await ask(`${CHAT}/turns?channel=default`, { user, body: { text: 'Two', turnId: 'two' } });
      await gate.started;
      const [path, body] = toRequest('one') as [string, unknown];
      const sent = await ask(path, { user, body });
      expect([sent.status < 300, sent.body]).toEqual([true, expect.any(String)]);
      const ended = await ask(`${CHAT}/turns/two/events?channel=default`, { user });
      expect(ended.body).toContain('"type":"cancelled"');
      gate.release();
      await expect
        .poll(async () => (await ask(`${CHAT}/messages?channel=default`, { user })).body)
        .toContain('Again.');
      const steered = { ...(body as object), whileRunning: 'steer' };
      expect((await ask(path, { user, body: steered })).status).toBe(400);
    },
  );
});

describe('POST /v1/chat/completions', () => {
  test.each([
    ['yes', [7], 'Paid.'],
    ['no', [], 'Left.'],
  ])(
    'a tool call that needs a yes, answered with %s -> asked, then answered in the same turn',
    async (word, sums, end) => {
      paid.length = 0;
      const { chat } = new OpenAI({ apiKey: system.newUser(), baseURL: `${gateway.url}/v1`, maxRetries: 0 });
      const say = (content: string) => ({
        model: 'assistant',
        messages: [{ role: 'user' as const, content }],
        conversation: 'shop',
      });
      system.model.reply(toolCalls([{ name: 'pay', arguments: { amount: 7 } }]), text(end));
      const asked = await chat.completions.create(say('Pay 7'));
      expect(asked.choices[0]?.message.content).toContain('pay');
      expect(paid).toEqual([]);
      const done = await chat.completions.create(say(word));
      expect(done.choices[0]?.message.content).toBe(end);
      expect(paid).toEqual(sums);
    },
  );

  test('the same, streamed -> the question is a piece, and so is the answer', async () => {
    paid.length = 0;
    const { chat } = new OpenAI({ apiKey: system.newUser(), baseURL: `${gateway.url}/v1`, maxRetries: 0 });
    const say = async (content: string) => {
      let said = '';
      const body = {
        model: 'assistant',
        messages: [{ role: 'user' as const, content }],
        stream: true as const,
        conversation: 'shop',
      };
      for await (const { choices } of await chat.completions.create(body))
        said += choices[0]?.delta.content ?? '';
      return said;
    };
    system.model.reply(toolCalls([{ name: 'pay', arguments: { amount: 8 } }]), text('Paid.'));
    expect(await say('Pay 8')).toContain('pay');
    expect(await say('yes')).toBe('Paid.');
    expect(paid).toEqual([8]);
  });
});

describe('POST /v1/responses', () => {
  test('a tool call that needs a yes, answered in the conversation or after the response -> it continues', async () => {
    const { responses } = new OpenAI({
      apiKey: system.newUser(),
      baseURL: `${gateway.url}/v1`,
      maxRetries: 0,
    });
    const model = 'assistant';
    for (const [amount, conversation] of [
      [1, 'shop'],
      [2, undefined],
    ] as const) {
      paid.length = 0;
      system.model.reply(toolCalls([{ name: 'pay', arguments: { amount } }]), text('Paid.'));
      const asked = await responses.create({ model, input: 'Pay', ...(conversation && { conversation }) });
      expect(asked.output_text).toContain('pay');
      const where = conversation === undefined ? { previous_response_id: asked.id } : { conversation };
      const done = await responses.create({ model, input: 'yes', ...where });
      expect(done).toMatchObject({ id: asked.id, status: 'completed', output_text: 'Paid.' });
      expect(paid).toEqual([amount]);
    }
  });
});
