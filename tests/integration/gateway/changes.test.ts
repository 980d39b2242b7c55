import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { ConversationChange } from '../../../views/event.js';
import { createGateway, type Gateway } from '../../../packages/gateway/index.js';
import { text } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { findUndescribed } from './described-answers.js';

let system: TestSystem;
let gateway: Gateway;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), { model: { script: () => text('Two words.') } });
  gateway = createGateway({
    client: system.client,
    authenticate: ({ headers }) => ({
      user: headers.get('x-user') ?? '',
      flows: headers.get('x-flow')?.split(','),
    }),
  });
});
afterAll(() => system?.stop());

describe('GET /changes', () => {
  test('turns of a chat and of its thread -> their starts and ends; nothing of other users and flows', async () => {
    const [ada, bob] = [system.newUser('ada & co/1'), system.newUser('bob')];
    await using own = await listen({ 'x-user': ada });
    await using others = await listen({ 'x-user': bob });
    await using narrow = await listen({ 'x-user': ada, 'x-flow': 'other' });
    const chat = system.client.conversation({ flow: 'assistant', user: ada, channel: 'a/b' });
    await chat.ask({ text: 'One', turnId: 'one' });
    const thread = await chat.openThread({ message: 2, id: 'below' });
    await thread.ask({ text: 'Two', turnId: 'two' });
    const where = { flow: 'assistant', channel: 'a/b' };
    await expect
      .poll(() => own.heard)
      .toEqual([
        { type: 'turn-began', ...where, thread: null, turnId: 'one' },
        { type: 'turn-ended', ...where, thread: null, turnId: 'one' },
        { type: 'turn-began', ...where, thread: 'below', turnId: 'two' },
        { type: 'turn-ended', ...where, thread: 'below', turnId: 'two' },
      ]);
    await system.client
      .conversation({ flow: 'assistant', user: bob })
      .ask({ text: 'Three', turnId: 'three' });
    await expect
      .poll(() => others.heard.map((change) => 'turnId' in change && change.turnId))
      .toEqual(['three', 'three']);
    expect(narrow.heard).toEqual([]);
    for (const { text } of [own, others])
      expect(findUndescribed('get', '/changes', { status: 200, text: text() })).toEqual([]);
  });

  test('the reader leaves -> its stream is no longer counted', async () => {
    const user = system.newUser();
    await (await listen({ 'x-user': user }))[Symbol.asyncDispose]();
    await expect.poll(() => gateway.openStreams).toBe(0);
  });
});

async function listen(headers: Record<string, string>) {
  const response = await gateway.fetch(new Request('http://gateway/api/v1/changes', { headers }));
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  const told: string[] = [];
  const heard: ConversationChange[] = [];
  const reading = (async () => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      told.push(value);
      for (const [, data = ''] of value.matchAll(/^data: (.*)$/gm)) {
        const change = JSON.parse(data) as ConversationChange;
        if (change.type !== 'resync') heard.push(change);
      }
    }
  })();
  await expect.poll(() => told.join('')).toContain('resync');
  return {
    heard,
    text: () => told.join(''),
    async [Symbol.asyncDispose]() {
      await reader.cancel();
      await reading;
    },
  };
}
