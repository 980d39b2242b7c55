import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { registerFlows } from '../../../store/flows/flows.js';
import { fault, text, toolCalls, type Reply } from '../../../testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../testing/test-system.js';
import { defineTool } from '../../../tools/define-tool.js';
import { agentFlow } from './fixtures/agent-flow.js';
import { isCompaction, rolesOf, saidIn } from './fixtures/requests.js';
import { callPurposes, compactions } from './fixtures/rows.js';
import { words } from './fixtures/words.js';

/** With these, more than 3,400 tokens of system prompt, tools and messages are compacted; 3,600 fit. */
const SMALL = { window: 4_000, maxOutputTokens: 400 };
const LARGE = { window: 100_000, maxOutputTokens: 400 };
const TOOLS = ['page'];

const page = defineTool({
  name: 'page',
  description: 'Reads a page.',
  input: z.object({ n: z.number(), size: z.number() }),
  execute: ({ n, size }) => `Page ${n}: ${words(size)}`,
});

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), { tools: [page], settings: { spillPct: 0 } });
});
afterAll(() => system?.stop());

describe('a compaction that fails', () => {
  const failures: [string, Reply, string][] = [
    ['an empty answer', text(''), 'completed'],
    ['a tool call', toolCalls([{ name: 'page', arguments: { n: 1, size: 1 } }]), 'completed'],
    ['a 500', fault.status(500), 'failed'],
    ['a 400', fault.status(400), 'failed'],
    ['a broken stream', fault.cutMidStream('half a sum'), 'failed'],
  ];

  test.each(failures)('H37 H38: %s, twice -> the history goes on as it was', async (_name, bad, status) => {
    const conversation = await chatOf([3_000]);
    system.model.reply(bad, bad, text('fine'));
    const { executionId, text: answer } = await conversation.ask(words(500, 'green'));
    expect(answer).toBe('fine');
    expect(await callPurposes(system, executionId)).toEqual([
      `compaction ${status}`,
      `compaction ${status}`,
      'answer completed',
    ]);
    const main = system.model.requests.at(-1)!;
    expect(rolesOf(main)).toEqual(['system', 'user', 'assistant', 'user']);
    expect(saidIn(main)).toContain(words(3_000));
    expect(await compactions(system, executionId)).toMatchObject([
      { status: 'failed', summary: null, step: 2 },
    ]);
    expect(await system.client.executions.get(executionId)).toMatchObject({ compactions: 0, modelCalls: 3 });
  });

  test.each(failures)('H37: %s, once -> the plain retry is adopted', async (_name, bad) => {
    const conversation = await chatOf([3_000]);
    system.model.reply(bad, text('In short.'), text('fine'));
    const { executionId } = await conversation.ask(words(500, 'green'));
    expect(await compactions(system, executionId)).toMatchObject([{ status: 'adopted', step: 2 }]);
    expect(saidIn(system.model.requests.at(-1)!)).toContain('In short.');
  });

  test('H38: what its empty answers cost is counted', async () => {
    const conversation = await chatOf([3_000]);
    const usage = { inputTokens: 100, outputTokens: 10 };
    system.model.reply(text('', { usage }), text('', { usage }), text('fine', { usage }));
    const { executionId } = await conversation.ask(words(500, 'green'));
    expect(await system.client.executions.get(executionId)).toMatchObject({
      inputTokens: 300,
      outputTokens: 30,
    });
  });

  test('H38: twice, with more than fits -> the oldest messages are left out, the turn is answered', async () => {
    const conversation = await chatOf([1_500, 1_500]);
    system.model.reply(fault.status(500), fault.status(500), text('fine'));
    await conversation.ask(words(800, 'green'));
    expect(rolesOf(system.model.requests.at(-1)!)).toEqual(['system', 'user', 'assistant', 'user']);
  });

  test('H40: rate limited while the history still fits -> skipped, not waited for', async () => {
    const conversation = await chatOf([3_000]);
    // A second try would take the answer for a summary.
    system.model.reply(fault.rateLimited({ retryAfterMs: 15_000 }), text('fine'));
    const { executionId, text: answer } = await conversation.ask(words(500, 'green'));
    expect(answer).toBe('fine');
    expect(await compactions(system, executionId)).toMatchObject([{ status: 'skipped' }]);
    expect(rolesOf(system.model.requests.at(-1)!)).toEqual(['system', 'user', 'assistant', 'user']);
  });

  test('H40: rate limited with more than fits -> waits as told, then is adopted', async () => {
    const conversation = await chatOf([3_000]);
    system.model.reply(fault.rateLimited({ retryAfterMs: 400 }), text('In short.'), text('fine'));
    const { executionId } = await conversation.ask(words(800, 'green'));
    expect(await compactions(system, executionId)).toMatchObject([{ status: 'adopted' }]);
    const [limited, retried] = system.model.requests.slice(-3);
    expect(retried!.receivedAt - limited!.receivedAt).toBeGreaterThanOrEqual(400);
  });

  test('one that failed -> not repeated before every call, again when the history has grown', async () => {
    const conversation = conversationOf();
    await registerFlows(system.db, [flowWith(SMALL)]);
    system.model.reply(
      ...readsOf([900, 900, 900, 900]),
      ...[fault.status(500), fault.status(500)],
      // 10 % of the window later it is tried again, of more than fits one call.
      ...readsOf([50, 50, 900], 5),
      ...[text('HALF'), text('WHOLE'), text('done')],
    );
    const { executionId } = await conversation.ask('Read.');
    expect((await callPurposes(system, executionId)).map((purpose) => purpose.split(' ')[0])).toEqual([
      ...['answer', 'answer', 'answer', 'answer', 'compaction', 'compaction'],
      ...['answer', 'answer', 'answer', 'compaction', 'compaction', 'answer'],
    ]);
    expect(await compactions(system, executionId)).toMatchObject([
      { step: 6, status: 'failed' },
      { step: 11, status: 'adopted' },
    ]);
    const halves = system.model.requests.filter(isCompaction).slice(-2).map(saidIn);
    for (const half of halves) {
      const read = half.match(/AI calls page/g);
      // A call and its result are never parted.
      expect(half.match(/Tool page: Page/g)).toHaveLength(read!.length);
    }
    expect(halves[1]).toMatch(/<(earlier-summary-\w+)>\nHALF\n<\/\1>/);
    expect(halves.join('\n').match(/Page \d+:/g)).toHaveLength(6);
  });
});

describe('a history too large to summarize at once', () => {
  test('-> in halves, the second takes the first summary in', async () => {
    const conversation = await chatOf([1_500, 1_500, 1_500]);
    system.model.reply(text('FIRST HALF'), text('BOTH'), text('fine'));
    const { executionId } = await conversation.ask(words(500, 'green'));
    const [first, second, main] = system.model.requests.slice(-3);
    expect(saidIn(first!)).not.toContain('<earlier-summary');
    expect(saidIn(second!)).toMatch(/<(earlier-summary-\w+)>\nFIRST HALF\n<\/\1>/);
    const asked = [saidIn(first!), saidIn(second!)].join('\n');
    expect(asked.match(/User: river/g)).toHaveLength(3);
    expect(asked).not.toContain('tokens left out');
    expect(saidIn(main!)).toContain('BOTH');
    expect(saidIn(main!)).not.toContain('FIRST HALF');
    expect(await compactions(system, executionId)).toMatchObject([{ status: 'adopted', through_seq: 6 }]);
  });

  test('H41: the provider finds it too long -> 50 %, then 25 % of the room', async () => {
    const conversation = await chatOf([800, 800, 800, 800]);
    const tooLong = fault.contextLength({ limit: 1_000, actual: 4_000 });
    system.model.reply(
      tooLong,
      tooLong,
      ...['ONE', 'TWO', 'THREE', 'FOUR'].map((word) => text(word)),
      text('fine'),
    );
    const { executionId } = await conversation.ask(words(500, 'green'));
    const sizes = system.model.requests
      .slice(-7, -4)
      .map((request) => saidIn(request).match(/User: river/g)!.length);
    expect(sizes).toEqual([4, 2, 1]);
    expect(await compactions(system, executionId)).toMatchObject([
      { status: 'adopted', step: 6, summary: 'FOUR' },
    ]);
  });

  test('H41: too long at 25 % as well -> the history goes on', async () => {
    const conversation = await chatOf([1_500, 1_500]);
    const tooLong = fault.contextLength({ limit: 1_000, actual: 4_000 });
    system.model.reply(tooLong, tooLong, tooLong, text('fine'));
    const { executionId } = await conversation.ask(words(500, 'green'));
    expect(await compactions(system, executionId)).toMatchObject([{ status: 'failed', step: 3 }]);
    expect(saidIn(system.model.requests.at(-1)!)).toContain(words(1_500));
  });
});

function conversationOf() {
  return system.client.conversation({ flow: 'chat', user: system.newUser() });
}

function flowWith(size: { window: number; maxOutputTokens: number }) {
  return agentFlow({ slug: 'chat', tools: TOOLS, ...size });
}

/** A conversation with a turn of each size, held with a large window; its next turns have a small one. */
async function chatOf(sizes: readonly number[]) {
  await registerFlows(system.db, [flowWith(LARGE)]);
  const conversation = conversationOf();
  for (const size of sizes) {
    system.model.reply(text('Noted.'));
    await conversation.ask(words(size));
  }
  await registerFlows(system.db, [flowWith(SMALL)]);
  return conversation;
}

/** Steps that read a page of each size. */
function readsOf(sizes: readonly number[], first = 1): Reply[] {
  return sizes.map((size, index) => toolCalls([{ name: 'page', arguments: { n: first + index, size } }]));
}
