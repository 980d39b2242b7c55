import { describe, expect, test } from 'vitest';
import { hiddenLimit } from '../../../context/summary/hidden-limit.js';
import { gated, text, type ModelRequest } from '../../../packages/testing/model-server/index.js';
import { requestText } from '../context/fixtures/requests.js';
import { attempts, chatFlow, POLLING, threadRow, useSummarySystem } from './fixtures/summary-harness.js';

const harness = useSummarySystem();
const isAsked = (request: ModelRequest): boolean =>
  requestText(request).includes('append exactly this block');

describe('when a summary is due', () => {
  test('as many messages as the window holds -> one summary, after the turn, of all of them', async () => {
    const conversation = harness.conversation();
    await harness.talk(conversation, 1);
    expect(await attempts(harness.system, conversation)).toEqual([]);
    await harness.talk(conversation, 1);
    await harness.settled(conversation);
    expect(await attempts(harness.system, conversation)).toMatchObject([
      {
        ordinal: 1,
        position: 2,
        way: 'summarize',
        status: 'adopted',
        reason: null,
        covers_from: 1,
        covers_through: 4,
        content: '[Topic: Talk] They talked.',
        budget: 800,
        model: 'openai:scripted',
        input_tokens: 100,
        output_tokens: 10,
      },
    ]);
    expect(await threadRow(harness.system, conversation)).toMatchObject({
      covers_through: 4,
      summary_ordinal: 1,
    });
    const asked = requestText(harness.requests().at(-1)!);
    expect(asked.match(/^(User|AI): .*$/gm)).toEqual(
      ['river', 'river'].flatMap((subject) => [
        `User: tell me of the ${subject}`,
        `AI: answer to tell me of the ${subject}`,
      ]),
    );
  });

  test('D65: no summary exists -> summarize once; one exists -> merge once, of what is uncovered', async () => {
    const conversation = harness.conversation();
    const before = harness.requests().length;
    await harness.talk(conversation, 2);
    await harness.settled(conversation);
    await harness.talk(conversation, 1);
    expect(harness.requests()).toHaveLength(before + 1);
    harness.reply(text('[Topic: Talk] They talked on.'));
    await conversation.ask('the last of them');
    await expect.poll(async () => (await attempts(harness.system, conversation)).length, POLLING).toBe(2);
    expect(harness.requests()).toHaveLength(before + 2);
    expect(await attempts(harness.system, conversation)).toMatchObject([
      { way: 'summarize', covers_through: 4 },
      { way: 'merge', covers_from: 1, covers_through: 8, content: '[Topic: Talk] They talked on.' },
    ]);
    const merge = requestText(harness.requests().at(-1)!);
    expect(merge).toMatch(/<(existing-summary-\w+)>\n\[Topic: Talk\] They talked\.\n<\/\1>/);
    expect(merge.match(/User: /g)).toHaveLength(2);
    expect(merge).toContain('User: the last of them');
  });

  test('more messages than the window holds, with fewer tokens than a summary may cost -> none until they have as many', async () => {
    await harness.register(
      chatFlow({ summaries: { inline: false, tokens: [60] } }, { slug: 'sparing' }),
      chatFlow({ summaries: { tokens: [60] } }, { slug: 'sparing-inline' }),
    );
    const before = harness.requests().length;
    const asked = (): number => harness.system.model.requests.filter(isAsked).length;
    for (const flow of ['sparing', 'sparing-inline']) {
      const conversation = harness.conversation(flow);
      await harness.talk(conversation, 3);
      expect(await attempts(harness.system, conversation)).toEqual([]);
      await expect(
        harness.system.temporal.workflow.getHandle(`${conversation.workflowId}/upkeep`).describe(),
      ).rejects.toThrow();
      expect(harness.requests()).toHaveLength(before);
      expect(asked()).toBe(0);
    }
    const long = `tell me of ${'the long river, '.repeat(40)}`;
    const made = harness.conversation('sparing');
    await harness.talk(made, 2);
    await made.ask(long);
    await harness.settled(made);
    expect(await attempts(harness.system, made)).toMatchObject([
      { way: 'summarize', status: 'adopted', covers_through: 6 },
    ]);
    const inline = harness.conversation('sparing-inline');
    await harness.talk(inline, 2);
    await inline.ask(long);
    expect(asked()).toBe(1);
  });

  test('summaries off -> none, and no Workflow', async () => {
    await harness.register(chatFlow({ summaries: false }, { slug: 'plain' }));
    const conversation = harness.conversation('plain');
    await harness.talk(conversation, 4);
    expect(await attempts(harness.system, conversation)).toEqual([]);
    await expect(
      harness.system.temporal.workflow.getHandle(`${conversation.workflowId}/upkeep`).describe(),
    ).rejects.toThrow();
  });

  test('after every turn -> a summary of each', async () => {
    await harness.register(chatFlow({ summaries: { inline: false, every: 'turn' } }, { slug: 'eager' }));
    const conversation = harness.conversation('eager');
    for (let turn = 1; turn <= 3; turn += 1) {
      await harness.talk(conversation, 1);
      await expect
        .poll(async () => (await threadRow(harness.system, conversation)).covers_through, POLLING)
        .toBe(2 * turn);
    }
    expect((await attempts(harness.system, conversation)).map(({ way }) => way)).toEqual([
      'summarize',
      'merge',
      'merge',
    ]);
  });

  test('the flow names a model for summaries -> that model writes them', async () => {
    const summaries = { inline: false, minTokens: 0, model: 'openai:scripted-small' };
    await harness.register(chatFlow({ summaries }, { slug: 'named' }));
    const conversation = harness.conversation('named');
    await harness.talk(conversation, 2);
    await harness.settled(conversation);
    expect(harness.requests().at(-1)!.body['model']).toBe('scripted-small');
    expect(await attempts(harness.system, conversation)).toMatchObject([{ model: 'openai:scripted-small' }]);
  });
});

describe('the turn and the summary', () => {
  test('a summary without an end -> ended over its budget and a fifth, cut at a topic, counted up to there', async () => {
    await harness.register(
      chatFlow({ summaries: { inline: false, minTokens: 0, tokens: [60] } }, { slug: 'endless' }),
    );
    const conversation = harness.conversation('endless');
    const first = `[Topic: Meadow] ${'They spoke of the meadow. '.repeat(6)}`.trim();
    const words = `${first}\n[Topic: River] ${'They went on about a river. '.repeat(1_000)}`;
    harness.reply(
      text(words, {
        chunks: words.match(/.{1,40}/gs) ?? [],
        usage: { inputTokens: 100, outputTokens: 7_147 },
      }),
    );
    await harness.talk(conversation, 2);
    await harness.settled(conversation);
    const [made] = await attempts(harness.system, conversation);
    expect(made).toMatchObject({ status: 'adopted', way: 'summarize', content: first });
    expect(made!.output_tokens).toBeGreaterThan(hiddenLimit(60));
    expect(made!.output_tokens).toBeLessThan(hiddenLimit(60) + 100);
    expect(made!.input_tokens).toBeGreaterThan(100);
  });

  test('a slow summary -> the next turns do not wait for it', async () => {
    const conversation = harness.conversation();
    const slow = gated('[Topic: Talk]', ' Slowly.');
    harness.reply(slow);
    await harness.talk(conversation, 2);
    await slow.started;
    await harness.talk(conversation, 2);
    expect(await attempts(harness.system, conversation)).toEqual([]);
    slow.release();
    await harness.settled(conversation);
    expect(await attempts(harness.system, conversation)).toMatchObject([
      { way: 'summarize', covers_through: 4, content: '[Topic: Talk] Slowly.' },
      { way: 'merge', covers_through: 8 },
    ]);
  });
});
