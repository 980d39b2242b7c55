import OpenAI from 'openai';
import type { ResponseStreamEvent } from 'openai/resources/responses/responses';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { startTcpProxy } from '../../../packages/testing/chaos/tcp-proxy.js';
import { gated } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { serveGateway } from './serve-gateway.js';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'));
});
afterAll(() => system?.stop());

const QUESTION = 'Count to three';
const MODEL = 'assistant';
const KEY = { headers: { 'idempotency-key': 'count' } };

const ENDPOINTS = {
  async 'chat completions'(client: OpenAI, seen: Seen) {
    const messages = [{ role: 'user' as const, content: QUESTION }];
    const stream = await client.chat.completions.create({ model: MODEL, messages, stream: true }, KEY);
    for await (const { choices } of stream) {
      seen.text += choices[0]?.delta.content ?? '';
      seen.isComplete ||= choices[0]?.finish_reason != null;
    }
  },
  async responses(client: OpenAI, seen: Seen) {
    const stream = await client.responses.create({ model: MODEL, input: QUESTION, stream: true }, KEY);
    for await (const event of stream) {
      if (event.type === 'response.output_text.delta') seen.text += event.delta;
      seen.isComplete ||= event.type === 'response.completed' || event.type === 'response.output_text.done';
      if (event.type === 'error') throw new Error(event.message);
    }
  },
};

interface Seen {
  text: string;
  isComplete: boolean;
}

const CASES = Object.entries(ENDPOINTS).flatMap(([name, read]) =>
  (['closed', 'killed'] as const).map((how) => ({ name, read, how })),
);

describe('openai for Node', () => {
  test.each(CASES)(
    'the gateway is $how in the middle of a stream of $name -> an error, not a complete answer; the same key reads all of it elsewhere',
    async ({ read, how }) => {
      const [gateway, other] = [await serveGateway(system), await serveGateway(system)];
      const proxy = await startTcpProxy(Number(new URL(gateway.url).port));
      const user = system.newUser();
      const clientOf = (url: string): OpenAI =>
        new OpenAI({ apiKey: user, baseURL: `${url}/v1`, maxRetries: 0 });
      const gate = gated('One, ', 'two, three.');
      system.model.reply(gate);
      const seen = { text: '', isComplete: false };
      try {
        const reading = read(clientOf(`http://127.0.0.1:${proxy.port}`), seen).then(
          () => 'ended',
          () => 'failed',
        );
        await expect.poll(() => seen.text).toBe('One, ');
        if (how === 'killed') proxy.setMode('refuse');
        await gateway.close();
        expect(await reading).toBe('failed');
        expect(seen).toEqual({ text: 'One, ', isComplete: false });
        const again = { text: '', isComplete: false };
        const rereading = read(clientOf(other.url), again);
        gate.release();
        await rereading;
        expect(again).toEqual({ text: 'One, two, three.', isComplete: true });
      } finally {
        gate.release();
        await Promise.all([proxy.close(), other.close()]);
      }
    },
  );

  test.each([
    ['before any text', ''],
    ['in the middle', 'One, '],
  ])(
    'the gateway is closed %s of a response -> resumed after the number of its error, it is whole',
    async (_when, before) => {
      const [gateway, other] = [await serveGateway(system), await serveGateway(system)];
      const user = system.newUser();
      const clientOf = (url: string): OpenAI =>
        new OpenAI({ apiKey: user, baseURL: `${url}/v1`, maxRetries: 0 });
      const gate = gated(before, 'two, three.');
      system.model.reply(gate);
      const seen: ResponseStreamEvent[] = [];
      const read = async (stream: AsyncIterable<ResponseStreamEvent>): Promise<void> => {
        for await (const event of stream) seen.push(event);
      };
      try {
        const reading = read(
          await clientOf(gateway.url).responses.create({ model: MODEL, input: QUESTION, stream: true }),
        );
        await gate.started;
        await expect.poll(() => textOf(seen)).toBe(before);
        await gateway.close();
        await reading;
        const [created, broken] = [seen[0], seen.at(-1)];
        if (created?.type !== 'response.created' || broken?.type !== 'error') throw new Error('Not cut off');
        const rereading = read(
          await clientOf(other.url).responses.retrieve(created.response.id, {
            stream: true,
            starting_after: broken.sequence_number,
          }),
        );
        gate.release();
        await rereading;
        expect(textOf(seen)).toBe(`${before}two, three.`);
        expect(seen.filter(({ type }) => type === 'response.content_part.added')).toHaveLength(1);
      } finally {
        gate.release();
        await other.close();
      }
    },
  );
});

function textOf(events: readonly ResponseStreamEvent[]): string {
  return events.map((event) => (event.type === 'response.output_text.delta' ? event.delta : '')).join('');
}
