import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import {
  fault,
  gated,
  text,
  type ModelRequest,
  type Reply,
} from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { startWorkerProcess, type Fault } from '../../../packages/testing/worker-process.js';
import { agentFlow } from './fixtures/agent-flow.js';
import { thinkAloud } from './fixtures/pages.js';
import { isCompaction, toRoles } from './fixtures/requests.js';
import { callPurposes, compactions } from './fixtures/rows.js';

const USAGE = { inputTokens: 11, outputTokens: 7 };
const SUMMARY = text('In short.', { usage: USAGE });

const OVER = thinkAloud([1_200, 1_200, 980], { usage: USAGE });
const TOO_MUCH = thinkAloud([1_200, 1_200, 1_200], { usage: USAGE });

let steps = OVER;
let summaryReply: Reply = SUMMARY;
let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [agentFlow({ slug: 'chat', tools: ['calculate'], window: 4_000, maxOutputTokens: 400 })],
    model: { script: (request) => (isCompaction(request) ? summaryReply : nextStep(request)) },
    withoutWorker: true,
  });
});
afterAll(() => system?.stop());

describe('a compaction whose worker is killed', () => {
  test.each<[string, Fault]>([
    ['its outcome is stored', { point: 'compactContext.summarized', action: 'kill' }],
    ['its call is known to be stored', { point: 'callModel.stored', action: 'kill', nth: 4 }],
  ])('before %s -> called once, counted once', async (_name, faulty) => {
    const before = system.model.requests.length;
    const first = await startWorkerProcess(system, faulty);
    const conversation = conversationOf();
    const { turnId, executionId } = await conversation.submit('Think.');
    await first.faulted;
    const second = await system.startWorker();
    expect((await conversation.ask({ text: 'Think.', turnId })).text).toBe('fine');
    const requests = system.model.requests.slice(before);
    expect(requests.map(isCompaction)).toEqual([false, false, false, true, false]);
    expect(toRoles(requests[4]!)).toEqual(['system', 'system', 'user', 'assistant', 'tool']);
    expect(await compactions(system, executionId)).toMatchObject([{ status: 'adopted', step: 4 }]);
    expect(await system.client.executions.get(executionId)).toMatchObject({
      status: 'completed',
      modelCalls: 5,
      inputTokens: 55,
      outputTokens: 35,
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
  ])('%s -> canceled within seconds, the conversation continues', async (_name, make) => {
    const worker = await system.startWorker();
    const conversation = conversationOf();
    const { reply, started } = make();
    summaryReply = reply;
    steps = TOO_MUCH;
    const before = system.model.requests.length;
    const { turnId, executionId } = await conversation.submit('Think.');
    await expect.poll(() => system.model.requests.slice(before).some(isCompaction)).toBe(true);
    await started;
    const cancelledAt = Date.now();
    await conversation.cancel(turnId);
    expect(Date.now() - cancelledAt).toBeLessThan(10_000);
    expect(await system.client.executions.get(executionId)).toMatchObject({ status: 'cancelled' });
    expect(await compactions(system, executionId)).toEqual([]);
    const made = await callPurposes(system, executionId);
    expect(made.slice(0, 3)).toEqual(TOO_MUCH.map(() => 'answer completed'));
    expect(made.slice(3).every((call) => call.startsWith('compaction '))).toBe(true);
    summaryReply = SUMMARY;
    steps = OVER;
    expect((await conversation.ask('And now?')).text).toBe('fine');
    await worker.shutdown();
  });
});

function halfASummary(): { reply: Reply; started: Promise<void> } {
  const reply = gated('In sh', 'ort.');
  return { reply, started: reply.started };
}

function nextStep({ messages }: ModelRequest): Reply {
  const asked = messages.findLastIndex(({ role }) => role === 'user');
  const taken = messages.slice(asked).filter(({ role }) => role === 'tool').length;
  const isSummarized = JSON.stringify(messages).includes('In short.');
  if (isSummarized || !JSON.stringify(messages[asked]).includes('Think.'))
    return text('fine', { usage: USAGE });
  return steps[taken] ?? text('fine', { usage: USAGE });
}

function conversationOf() {
  return system.client.conversation({ flow: 'chat', user: system.newUser() });
}
