import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { fault, text, toolCalls, type Reply } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { agentFlow } from './fixtures/agent-flow.js';
import { page, readPages } from './fixtures/pages.js';
import { isCompaction, toRoles, requestText } from './fixtures/requests.js';
import { callPurposes, compactions } from './fixtures/rows.js';

const SMALL = { window: 4_000, maxOutputTokens: 400 };
const OVER = [1_200, 1_200, 980];
const TOO_MUCH = [1_200, 1_200, 1_200];
const TOO_LONG = fault.status(400, {
  message: 'Your input of 130000 tokens exceeds the context window of 128000 tokens.',
});
const READ = OVER.map(() => 'answer completed');

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [agentFlow({ slug: 'chat', tools: ['page'], ...SMALL })],
    tools: [page],
    settings: { spillPct: 0 },
  });
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

  test.each(failures)('H37 H38: %s, twice -> the history continues unchanged', async (_name, bad, status) => {
    system.model.reply(...readPages(OVER), bad, bad, text('fine'));
    const { executionId, text: answer } = await conversationOf().ask('Read.');
    expect(answer).toBe('fine');
    expect(await callPurposes(system, executionId)).toEqual([
      ...READ,
      `compaction ${status}`,
      `compaction ${status}`,
      'answer completed',
    ]);
    const main = system.model.requests.at(-1)!;
    expect(toRoles(main)).toEqual(['system', 'user', ...OVER.flatMap(() => ['assistant', 'tool'])]);
    for (const n of [1, 2, 3]) expect(requestText(main)).toContain(`Page ${n}: river`);
    expect(await compactions(system, executionId)).toMatchObject([
      { status: 'failed', summary: null, step: 5 },
    ]);
    expect(await system.client.executions.get(executionId)).toMatchObject({ compactions: 0, modelCalls: 6 });
  });

  test.each(failures)('H37: %s, once -> the plain retry is adopted', async (_name, bad) => {
    system.model.reply(...readPages(OVER), bad, text('In short.'), text('fine'));
    const { executionId } = await conversationOf().ask('Read.');
    expect(await compactions(system, executionId)).toMatchObject([{ status: 'adopted', step: 5 }]);
    expect(requestText(system.model.requests.at(-1)!)).toContain('In short.');
  });

  test('H38: empty answers -> their cost is counted', async () => {
    const usage = { inputTokens: 100, outputTokens: 10 };
    system.model.reply(
      ...readPages(OVER, { usage: { inputTokens: 0, outputTokens: 0 } }),
      ...[text('', { usage }), text('', { usage }), text('fine', { usage })],
    );
    const { executionId } = await conversationOf().ask('Read.');
    expect(await system.client.executions.get(executionId)).toMatchObject({
      inputTokens: 300,
      outputTokens: 30,
    });
  });

  test('H38: twice, with more than fits -> the oldest messages are omitted, the turn is answered', async () => {
    system.model.reply(...readPages(TOO_MUCH), fault.status(500), fault.status(500), text('fine'));
    await conversationOf().ask('Read.');
    const main = system.model.requests.at(-1)!;
    expect(toRoles(main)).toEqual(['system', 'user', 'assistant', 'tool', 'assistant', 'tool']);
    expect(requestText(main)).not.toContain('Page 1:');
  });

  test('H40: rate limited while the history still fits -> skipped, not waited for', async () => {
    system.model.reply(...readPages(OVER), fault.rateLimited({ retryAfterMs: 15_000 }), text('fine'));
    const { executionId, text: answer } = await conversationOf().ask('Read.');
    expect(answer).toBe('fine');
    expect(await compactions(system, executionId)).toMatchObject([{ status: 'skipped' }]);
    expect(requestText(system.model.requests.at(-1)!)).toContain('Page 1: river');
  });

  test('H40: rate limited, with more than fits -> waits as requested, then is adopted', async () => {
    system.model.reply(...readPages(TOO_MUCH), fault.rateLimited({ retryAfterMs: 400 }));
    system.model.reply(text('In short.'), text('fine'));
    const { executionId } = await conversationOf().ask('Read.');
    expect(await compactions(system, executionId)).toMatchObject([{ status: 'adopted' }]);
    const [limited, retried] = system.model.requests.slice(-3);
    expect(retried!.receivedAt - limited!.receivedAt).toBeGreaterThanOrEqual(400);
  });

  test('a failed compaction -> not repeated before every call, but again when the history has grown', async () => {
    system.model.reply(
      ...readPages([900, 900, 900, 900]),
      ...[fault.status(500), fault.status(500)],
      ...readPages([50, 50, 900], { first: 5 }),
      ...[text('HALF'), text('WHOLE'), text('done')],
    );
    const { executionId } = await conversationOf().ask('Read.');
    expect((await callPurposes(system, executionId)).map((purpose) => purpose.split(' ')[0])).toEqual([
      ...['answer', 'answer', 'answer', 'answer', 'compaction', 'compaction'],
      ...['answer', 'answer', 'answer', 'compaction', 'compaction', 'answer'],
    ]);
    expect(await compactions(system, executionId)).toMatchObject([
      { step: 6, status: 'failed' },
      { step: 11, status: 'adopted' },
    ]);
    const halves = system.model.requests.filter(isCompaction).slice(-2).map(requestText);
    for (const half of halves) {
      const read = half.match(/AI calls page/g);
      expect(half.match(/Tool page: Page/g)).toHaveLength(read!.length);
    }
    expect(halves[1]).toMatch(/<(earlier-summary-\w+)>\nHALF\n<\/\1>/);
    expect(halves.join('\n').match(/Page \d+:/g)).toHaveLength(4);
  });
});

describe('a history too large to summarize at once', () => {
  test('H41: the provider finds it too long -> 50 %, then 25 % of the room', async () => {
    system.model.reply(
      ...readPages([790, 790, 790, 790, 300]),
      ...[TOO_LONG, TOO_LONG],
      ...['ONE', 'TWO', 'THREE', 'FOUR'].map((word) => text(word)),
      text('fine'),
    );
    const { executionId } = await conversationOf().ask('Read.');
    const sizes = system.model.requests
      .slice(-7, -4)
      .map((request) => requestText(request).match(/Tool page: Page/g)!.length);
    expect(sizes).toEqual([4, 2, 1]);
    expect(await compactions(system, executionId)).toMatchObject([
      { status: 'adopted', step: 11, summary: expect.stringMatching(/^FOUR/) },
    ]);
  });

  test('H41: too long at 25 % as well -> the history continues', async () => {
    system.model.reply(...readPages(OVER), TOO_LONG, TOO_LONG, TOO_LONG, text('fine'));
    const { executionId } = await conversationOf().ask('Read.');
    expect(await compactions(system, executionId)).toMatchObject([{ status: 'failed', step: 6 }]);
    expect(requestText(system.model.requests.at(-1)!)).toContain('Page 1: river');
  });
});

function conversationOf() {
  return system.client.conversation({ flow: 'chat', user: system.newUser() });
}
