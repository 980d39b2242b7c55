import { describe, expect, test } from 'vitest';
import { countTextTokens } from '../../../models/counting/count-tokens.js';
import { assistant, outputsOf, step, system, turns, user, words } from '../messages.js';
import { planOf, withBudget } from './plan.js';

const HELLO = [user('Hello')];

const READERS = [{ name: 'read_artifact', inputSchema: {} }];

describe('planTranscript', () => {
  test.each([
    ['P1: claude-3-5-sonnet-20241022', 'claude-3-5-sonnet-20241022', 200_000],
    ['P2: gpt-4o-2024-08-06', 'gpt-4o-2024-08-06', 128_000],
    ['P4: o3-mini', 'o3-mini', 200_000],
    ['P4: o1-mini', 'o1-mini', 128_000],
    ['P5: no name', '', 128_000],
    ['P5: an unknown model', 'some-unknown-model', 128_000],
    ['H53: openai/gpt-4o', 'openai/gpt-4o', 128_000],
  ])('%s -> its window and the default reserve', (_name, model, window) => {
    const plan = planOf(HELLO, {}, { model });
    expect(plan).toMatchObject({ window, reserve: 16_384, budget: window - 16_384, warnings: [] });
  });

  test.each([
    ['P7: 32000', 32_000, 32_000, []],
    ['P8: "32000"', '32000', 32_000, []],
    ['abc', 'abc', 128_000, ["The context window 'abc' is not a number and is ignored"]],
    ['null', null, 128_000, []],
    ['0', 0, 128_000, []],
    ['-1', -1, 128_000, []],
  ])('an override of %s -> the window and its warning', (_name, contextWindow, window, warnings) => {
    expect(planOf(HELLO, { contextWindow })).toMatchObject({ window, warnings });
  });

  test('a published maximum output -> does not change the reserve', () => {
    expect(planOf(HELLO, { maxOutputTokens: 50_000 })).toMatchObject({ reserve: 50_000, budget: 78_000 });
  });

  test('a token factor -> applied to every figure, rounded up for each message', () => {
    const messages = [system(words(6)), ...turns(1, 7), user(words(3))];
    const tools = [{ name: 'look_up', inputSchema: { type: 'object' } }];
    const plan = planOf(messages, { tools }, { tokenFactor: 1.5 });
    const toolTokens = Math.ceil(countTextTokens(JSON.stringify(tools)) * 1.5);
    expect(plan).toMatchObject({
      window: 128_000,
      reserve: 16_384,
      systemTokens: 15,
      toolTokens,
      budget: 128_000 - 16_384 - 15 - toolTokens,
      tokens: 45,
      messages,
    });
  });

  test('a token factor -> what fits without it is trimmed, at its own boundary', () => {
    const messages = [...turns(2, 7), user(words(3))];
    const options = { tokenFactor: 1.5 };
    expect(planOf(messages, withBudget(79), options)).toMatchObject({ messages, tokens: 79 });
    const over = planOf(messages, withBudget(78), options);
    expect(over.messages).toEqual(messages.slice(2));
    expect(over.left).toEqual([
      { index: 0, rule: 'budget', tokens: 17 },
      { index: 1, rule: 'budget', tokens: 17 },
    ]);
  });

  test('a token factor -> a current message is cut to fewer plain tokens', () => {
    const plan = planOf([user(words(500))], withBudget(300), { tokenFactor: 2 });
    expect(plan.tokens).toBeLessThanOrEqual(300);
    expect(plan.left).toEqual([{ index: 0, rule: 'cut', tokens: 1_008 - plan.tokens }]);
  });

  test('a token factor -> results reach their limit earlier', () => {
    const messages = [user('Go'), ...step('a', words(9_600))];
    expect(planOf(messages, {}, { tokenFactor: 2 }).messages).toEqual(messages);
    const over = [user('Go'), ...step('a', words(9_601))];
    expect(outputsOf(planOf(over, { tools: READERS }, { tokenFactor: 2 }).messages)).toMatchObject([
      { value: expect.stringMatching(/^Too large: 19202 of 19200 tokens/) as unknown },
    ]);
  });

  test('a token factor -> compaction is due earlier', () => {
    const messages = [user(words(30_000)), assistant(words(30_000)), user('And now?')];
    const settings = { contextWindow: 100_000, maxOutputTokens: 4_096 };
    expect(planOf(messages, settings).verdict).toBe('ready');
    expect(planOf(messages, settings, { tokenFactor: 1.6 }).verdict).toBe('compact');
  });
});
