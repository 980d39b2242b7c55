import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { gated, text } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { agentFlow } from '../context/fixtures/agent-flow.js';
import { spokenIn } from '../flows/fixtures/spoken-in.js';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [agentFlow({ slug: 'chat', history: { summaries: false } })],
  });
});
afterAll(() => system?.stop());

describe('retry with whileRunning', () => {
  test('queued message, twice, with one id -> answered once, in the new order; a running one is refused', async () => {
    const running = gated('Ber', 'lin.');
    system.model.reply(running, text('second'), text('first'));
    const conversation = system.client.conversation({ flow: 'chat', user: system.newUser() });
    const { turnId } = await conversation.submit('Germany?');
    await running.started;
    const moved = await conversation.submit('France?', { whileRunning: 'steer' });
    const next = conversation.ask('Spain?');
    await expect.poll(async () => (await conversation.status())?.queued).toHaveLength(2);
    const last = { turnId: 'last', whileRunning: 'queue' } as const;
    await conversation.retry(moved.turnId, last);
    expect(await conversation.retry(moved.turnId, last)).toMatchObject({ turnId: 'last' });
    await expect(conversation.retry(turnId, { whileRunning: 'interrupt' })).rejects.toThrow('has not ended');
    running.release();
    expect((await next).text).toBe('second');
    expect(await conversation.ask({ text: 'France?', turnId: 'last' })).toMatchObject({ text: 'first' });
    const spoken = spokenIn(system.model.requests.at(-1)!);
    expect(spoken.filter((words) => words === 'user: France?')).toHaveLength(1);
  });
});
