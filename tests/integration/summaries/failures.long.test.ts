import { describe, expect, test } from 'vitest';
import { countTextTokens } from '../../../models/counting/count-tokens.js';
import { fault, gated, text, type Reply } from '../../../packages/testing/model-server/index.js';
import { requestText } from '../context/fixtures/requests.js';
import { words } from '../context/fixtures/words.js';
import { attempts, chatFlow, POLLING, threadRow, useSummarySystem } from './fixtures/summary-harness.js';

const harness = useSummarySystem();
const { talk, settled } = harness;

describe('a summarizer that gives no summary', () => {
  const cases: [string, Reply[], string, string, RegExp][] = [
    ['refuses', [text("I'm sorry, but I can't help with that.")], 'unusable', '10', /refused/],
    ['gives an error text', [text('Error: upstream connect error')], 'unusable', '10', /error text/],
    ['gives nothing', [text(' ')], 'unusable', '10', /no text/],
    ['is refused by the provider', [fault.status(401)], 'failed', '0', /./],
    ['is down', Array.from({ length: 4 }, () => fault.status(503)), 'failed', '0', /./],
    ['breaks off', Array.from({ length: 4 }, () => fault.cutMidStream('[Topic')), 'failed', '0', /./],
  ];

  test.each(cases)(
    '%s -> the old summary stays, the row has the reason, the next turn retries',
    async (...one) => {
      const [, replies, status, output, reason] = one;
      const conversation = harness.conversation();
      await talk(conversation, 2);
      await settled(conversation);
      await talk(conversation, 1);
      const before = harness.requests().length;
      harness.reply(...replies.map((reply) => withUsage(reply)));
      await talk(conversation, 1);
      await expect.poll(async () => (await attempts(harness.system, conversation)).length, POLLING).toBe(2);
      expect(harness.requests()).toHaveLength(before + replies.length);
      const [, failed] = await attempts(harness.system, conversation);
      expect(failed).toMatchObject({ way: 'merge', status, content: null, output_tokens: Number(output) });
      expect(failed?.reason).toMatch(reason);
      expect(await threadRow(harness.system, conversation)).toMatchObject({
        summary_ordinal: 1,
        covers_through: 4,
      });
      await settled(conversation);
      await talk(conversation, 1);
      await expect
        .poll(async () => (await threadRow(harness.system, conversation)).covers_through, POLLING)
        .toBe(10);
    },
  );

  test('is rate limited once -> called again in the same attempt', async () => {
    const conversation = harness.conversation();
    harness.reply(fault.rateLimited({ retryAfterMs: 20 }));
    await talk(conversation, 2);
    await settled(conversation);
    expect(await attempts(harness.system, conversation)).toMatchObject([{ status: 'adopted' }]);
  });

  test('D68: answers more than its budget -> cut at a topic line, adopted', async () => {
    await harness.register(
      chatFlow({ summaries: { inline: false, minTokens: 0, tokens: [60] } }, { slug: 'brief' }),
    );
    const conversation = harness.conversation('brief');
    const topics = ['River', 'Meadow', 'Garden'].map((name) => `[Topic: ${name}] ${words(30)}`);
    harness.reply(text(topics.join('\n')));
    await talk(conversation, 2);
    await settled(conversation);
    const [adopted] = await attempts(harness.system, conversation);
    expect(adopted).toMatchObject({ status: 'adopted', content: topics[0], budget: 60 });
    expect(adopted!.token_count).toBe(countTextTokens(topics[0]!));
  });

  test('finds it too long -> half of it, the rest after it', async () => {
    const conversation = harness.conversation();
    harness.reply(fault.contextLength({ limit: 1, actual: 2 }));
    await harness.register(chatFlow({}, { window: 1_600, maxOutputTokens: 200 }));
    for (const size of [400, 300]) await conversation.ask(words(size));
    await settled(conversation);
    await harness.register(chatFlow());
    const rows = await attempts(harness.system, conversation);
    expect(rows.map(({ way, status }) => `${way} ${status}`)).toEqual(['summarize adopted', 'merge adopted']);
    expect(rows.at(-1)).toMatchObject({ covers_through: 4 });
  });
});

describe('more than one call takes', () => {
  test('-> oldest first, each part adopted on its own', async () => {
    await harness.register(chatFlow({ messages: 6 }, { slug: 'small', window: 1_400, maxOutputTokens: 200 }));
    const conversation = harness.conversation('small');
    const before = harness.requests().length;
    for (const word of ['green', 'river', 'blue']) await conversation.ask(words(500, word));
    const covered = () => threadRow(harness.system, conversation).then((row) => row.covers_through);
    await expect.poll(covered, POLLING).toBe(6);
    const rows = await attempts(harness.system, conversation);
    expect(rows.every(({ status }) => status === 'adopted')).toBe(true);
    expect(rows.map(({ way }) => way)).toEqual(['summarize', ...rows.slice(1).map(() => 'merge')]);
    expect(rows.length).toBeGreaterThan(1);
    expect(rows.at(-1)).toMatchObject({ covers_through: 6, covers_from: 1 });
    const asked = harness.requests().slice(before).map(requestText).join('\n');
    for (const word of ['green', 'river', 'blue']) expect(asked).toContain(words(500, word));
    expect(asked).not.toContain('left out');
  });

  test('one message is larger than all the room -> cut with a marker, recorded in the row', async () => {
    await harness.register(chatFlow({ messages: 2 }, { slug: 'tiny', window: 1_800, maxOutputTokens: 200 }));
    const conversation = harness.conversation('tiny');
    await conversation.ask(words(1_500));
    await settled(conversation);
    const [cut] = await attempts(harness.system, conversation);
    expect(cut).toMatchObject({ status: 'adopted', covers_through: 1 });
    expect(cut!.reason).toMatch(/^Of message 1 \d+ tokens were more than one call takes/);
  });

  test('... where the cut text could not be found again -> it is not covered, recorded in the row', async () => {
    const settings = { messages: 2, retrieval: false } as const;
    await harness.register(chatFlow(settings, { slug: 'blind', window: 1_800, maxOutputTokens: 200 }));
    const conversation = harness.conversation('blind');
    const before = harness.requests().length;
    await conversation.ask(words(1_500));
    await settled(conversation);
    expect(await attempts(harness.system, conversation)).toMatchObject([{ status: 'failed' }]);
    expect(await threadRow(harness.system, conversation)).toMatchObject({ covers_through: 0 });
    expect(harness.requests()).toHaveLength(before);
  });
});

describe('a budget that changes', () => {
  test('D29: larger -> made again of all messages, the first one is kept; smaller -> re-used', async () => {
    const budget = (tokens: number) =>
      harness.register(
        chatFlow({ summaries: { inline: false, minTokens: 0, tokens: [tokens] } }, { slug: 'grows' }),
      );
    await budget(300);
    const conversation = harness.conversation('grows');
    await talk(conversation, 2);
    await settled(conversation);
    const before = harness.requests().length;
    await budget(150);
    await talk(conversation, 1);
    expect(harness.requests()).toHaveLength(before);
    await budget(800);
    harness.reply(text('[Topic: Talk] In all breadth.'));
    await talk(conversation, 1);
    await expect.poll(async () => (await attempts(harness.system, conversation)).length, POLLING).toBe(2);
    expect(await attempts(harness.system, conversation)).toMatchObject([
      { budget: 300, content: '[Topic: Talk] They talked.', covers_through: 4 },
      { budget: 800, way: 'summarize', content: '[Topic: Talk] In all breadth.', covers_through: 8 },
    ]);
    expect(requestText(harness.requests().at(-1)!).match(/^User: /gm)).toHaveLength(4);
  });
});

describe('a conversation that changes while it is summarized', () => {
  test.each(['cleared', 'closed', 'deleted'])('%s -> nothing is adopted', async (how) => {
    const conversation = harness.conversation();
    const slow = gated('[Topic: Talk]', ' Late.');
    harness.reply(slow);
    await talk(conversation, 2);
    await slow.started;
    if (how === 'cleared') {
      await conversation.clear();
      await expect
        .poll(async () => (await threadRow(harness.system, conversation)).cleared_through, POLLING)
        .toBe(4);
    } else if (how === 'closed') {
      await conversation.close();
      await harness.system.temporal.workflow.getHandle(conversation.workflowId).result();
    } else
      await harness.system.db
        .deleteFrom('conversation')
        .where('workflow_id', '=', conversation.workflowId)
        .execute();
    slow.release();
    await settled(conversation);
    const rows = await attempts(harness.system, conversation);
    expect(rows.map(({ status }) => status)).toEqual(how === 'deleted' ? [] : ['superseded']);
    if (how === 'cleared')
      expect(await threadRow(harness.system, conversation)).toMatchObject({
        summary_ordinal: null,
        covers_through: 4,
      });
  });
});

function withUsage(reply: Reply): Reply {
  return reply.kind === 'answer' ? { ...reply, usage: { inputTokens: 100, outputTokens: 10 } } : reply;
}
