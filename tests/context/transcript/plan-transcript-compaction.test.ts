import { describe, expect, test } from 'vitest';
import { countTextTokens } from '../../../models/counting/count-tokens.js';
import { assistant, step, system, turns, user, words } from '../messages.js';
import { planOf, tokensOf } from './plan.js';

const SETTINGS = { contextWindow: 100_000, maxOutputTokens: 4_096 };

describe('planTranscript', () => {
  test('H28: a total of 90,905 -> compact, of 90,904 -> not', () => {
    expect(planOf(historyOf(90_905), SETTINGS).verdict).toBe('compact');
    expect(planOf(historyOf(90_904), SETTINGS).verdict).toBe('ready');
  });

  test('H28: system messages and tools are part of the total', () => {
    const prompt = system(words(1_000));
    const tools = [{ name: 'look_up', inputSchema: { type: 'object' } }];
    const fixed = tokensOf([prompt]) + countTextTokens(JSON.stringify(tools));
    const verdictOf = (total: number) =>
      planOf([prompt, ...historyOf(total - fixed)], { ...SETTINGS, tools }).verdict;
    expect([verdictOf(90_905), verdictOf(90_904)]).toEqual(['compact', 'ready']);
  });

  test('H28: another threshold -> strictly above it', () => {
    const verdictOf = (total: number) =>
      planOf(historyOf(total), SETTINGS, { context: { compactionPct: 50 } }).verdict;
    expect([verdictOf(45_905), verdictOf(45_904)]).toEqual(['compact', 'ready']);
  });

  test('H29: the same history with the flag false -> no compaction', () => {
    const messages = historyOf(90_905);
    expect(planOf(messages, SETTINGS, { context: { isCompactionOn: false } })).toMatchObject({
      verdict: 'ready',
      messages,
    });
  });

  test('H29: the same history with `compaction: false` in the settings -> no compaction', () => {
    expect(planOf(historyOf(90_905), { ...SETTINGS, compaction: false }).verdict).toBe('ready');
    expect(
      planOf(
        historyOf(90_905),
        { ...SETTINGS, compaction: true },
        {
          context: { isCompactionOn: false },
        },
      ).verdict,
    ).toBe('ready');
  });

  test.each([
    ['the threshold', 95_000],
    ['more than the threshold', 99_999],
  ])('H31: a maximum output of %s -> refused with a sentence', (_name, maxOutputTokens) => {
    const settings = { contextWindow: 100_000, maxOutputTokens };
    expect(() => planOf([user('Hello')], settings)).toThrow(
      `A maximum of ${maxOutputTokens} output tokens leaves no room below the compaction threshold of 95 % of ` +
        'the window of 100000: every call would be compacted.',
    );
  });

  test.each([
    ['one token below the threshold', { maxOutputTokens: 94_999 }],
    ['the window itself, which falls back', { maxOutputTokens: 100_000 }],
    ['the threshold, with compaction off', { maxOutputTokens: 95_000, compaction: false }],
  ])('H31: a maximum output of %s -> accepted', (_name, more) => {
    expect(planOf([user('Hello')], { contextWindow: 100_000, ...more }).messages).toHaveLength(1);
  });

  test('H31: the default reserve -> never refused, however small the window', () => {
    for (const contextWindow of [1, 2, 3, 4, 5, 10, 100])
      expect(planOf([user('Hello')], { contextWindow, tools: [] }).window).toBe(contextWindow);
  });

  test('a total over the window -> compact, and trimmed if compaction fails', () => {
    const messages = [...turns(100, 1_000), user('And now?')];
    const plan = planOf(messages, SETTINGS);
    expect(plan.verdict).toBe('compact');
    expect(plan.messages.at(-1)).toEqual(messages.at(-1));
    expect(plan.tokens).toBeLessThanOrEqual(plan.budget);
    expect(plan.left.every(({ rule }) => rule === 'budget')).toBe(true);
  });

  test('old results that eviction removes -> not counted: no compaction for them', () => {
    const messages = [
      user('Go'),
      ...Array.from({ length: 10 }, (_, at) => step(`c${at}`, words(14_000))).flat(),
    ];
    expect(tokensOf(messages)).toBeGreaterThan(100_000);
    expect(planOf(messages, SETTINGS).verdict).toBe('ready');
  });

  test('thinking that hygiene removes -> not counted', () => {
    const thought = assistant([
      { type: 'reasoning', text: words(95_000) },
      { type: 'text', text: 'Yes.' },
    ]);
    expect(planOf([user('Hi'), thought, user('Sure?')], SETTINGS).verdict).toBe('ready');
  });

  test('a request that cannot fit at all -> cannot fit, with or without compaction', () => {
    const messages = [system(words(99_000)), ...turns(2, 10), user('And now?')];
    expect(planOf(messages, SETTINGS)).toMatchObject({ verdict: 'cannot-fit', messages: [] });
  });
});

function historyOf(total: number) {
  const recent = [...turns(4, 1_000), user('And now?')];
  const rest = total - tokensOf(recent);
  return [user(words(100)), assistant(words(rest - 104 - 4)), ...recent];
}
