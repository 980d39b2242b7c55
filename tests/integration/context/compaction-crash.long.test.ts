import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { fault, gated, text, type Reply } from '../../../testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../testing/test-system.js';
import { startWorkerProcess, type Fault } from '../../../testing/worker-process.js';
import { agentFlow } from './fixtures/agent-flow.js';
import { isCompaction, rolesOf } from './fixtures/requests.js';
import { callPurposes, compactions } from './fixtures/rows.js';
import { words } from './fixtures/words.js';

const USAGE = { inputTokens: 11, outputTokens: 7 };
const SUMMARY = text('In short.', { usage: USAGE });

let summaryReply: Reply = SUMMARY;
let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [agentFlow({ slug: 'chat', window: 4_000, maxOutputTokens: 400 })],
    model: { script: (request) => (isCompaction(request) ? summaryReply : text('fine', { usage: USAGE })) },
    withoutWorker: true,
  });
});
afterAll(() => system?.stop());

describe('a compaction whose worker is killed', () => {
  test.each<[string, Fault]>([
    ['its outcome is stored', { point: 'compactContext.summarized', action: 'kill' }],
    // The answer of the first turn is the first to be stored.
    ['its call is known to be stored', { point: 'callModel.stored', action: 'kill', nth: 2 }],
  ])('before %s -> asked for once, counted once', async (_name, faulty) => {
    const first = await startWorkerProcess(system, faulty);
    const conversation = conversationOf();
    await conversation.ask(words(3_000));
    const before = system.model.requests.length;
    const { turnId, executionId } = await conversation.submit(words(500, 'green'));
    await first.faulted;
    const second = await system.startWorker();
    expect((await conversation.ask({ text: words(500, 'green'), turnId })).text).toBe('fine');
    const requests = system.model.requests.slice(before);
    expect(requests.map(isCompaction)).toEqual([true, false]);
    expect(rolesOf(requests[1]!)).toEqual(['system', 'system', 'user']);
    expect(await compactions(system, executionId)).toMatchObject([{ status: 'adopted', step: 1 }]);
    expect(await system.client.executions.get(executionId)).toMatchObject({
      status: 'completed',
      modelCalls: 2,
      inputTokens: 22,
      outputTokens: 14,
      compactions: 1,
    });
    await first.exited;
    await second.shutdown();
  });
});

describe('a turn that is cancelled during its compaction', () => {
  test.each<[string, () => { reply: Reply; started?: Promise<void> }]>([
    ['in the middle of the summary', halfASummary],
    ['while it waits for a rate limit', () => ({ reply: fault.rateLimited({ retryAfterMs: 18_000 }) })],
  ])('%s -> cancelled within seconds, the conversation goes on', async (_name, make) => {
    const worker = await system.startWorker();
    const conversation = conversationOf();
    await conversation.ask(words(3_000));
    const { reply, started } = make();
    summaryReply = reply;
    const before = system.model.requests.length;
    const { turnId, executionId } = await conversation.submit(words(800, 'green'));
    await expect.poll(() => system.model.requests.length).toBeGreaterThan(before);
    await started;
    const cancelledAt = Date.now();
    await conversation.cancel(turnId);
    expect(Date.now() - cancelledAt).toBeLessThan(10_000);
    expect(await system.client.executions.get(executionId)).toMatchObject({ status: 'cancelled' });
    expect(await compactions(system, executionId)).toEqual([]);
    expect((await callPurposes(system, executionId)).every((call) => call.startsWith('compaction '))).toBe(
      true,
    );
    summaryReply = SUMMARY;
    expect((await conversation.ask('And now?')).text).toBe('fine');
    await worker.shutdown();
  });
});

function halfASummary(): { reply: Reply; started: Promise<void> } {
  const reply = gated('In sh', 'ort.');
  return { reply, started: reply.started };
}

function conversationOf() {
  return system.client.conversation({ flow: 'chat', user: system.newUser() });
}
