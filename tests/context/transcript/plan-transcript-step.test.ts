import type { ModelMessage } from '@ai-sdk/provider-utils';
import { describe, expect, test } from 'vitest';
import { countTextTokens } from '../../../models/counting/count-tokens.js';
import { assistant, call, outputsOf, result, step, tool, turns, user, words } from '../messages.js';
import { planOf, tokensOf, withBudget } from './plan.js';

describe('planTranscript', () => {
  test('16 results just under the limit in the newest step -> share half the budget, and the step is sent', () => {
    const messages = fanOut(Array<number>(16).fill(19_000));
    const plan = planOf(messages, { compaction: false });
    expect(plan.messages.slice(0, 2)).toEqual(messages.slice(0, 2));
    expect(resultTokens(plan.messages)).toBeLessThanOrEqual(plan.budget / 2);
    expect(outputsOf(plan.messages)).toHaveLength(16);
    expect(plan.left).toMatchObject([{ index: 2, rule: 'spilled' }]);
  });

  test('results that share half the budget exactly -> whole; one token over -> the largest is a pointer', () => {
    const messages = fanOut([400, 300, 300]);
    expect(planWithoutSpill(messages, 2_000).messages).toEqual(messages);
    const over = fanOut([400, 300, 301]);
    expect(pointersIn(planWithoutSpill(over, 2_000).messages)).toEqual([0]);
  });

  test('several over half the budget -> the largest first, no more than necessary', () => {
    const messages = fanOut([100, 1_900, 500, 300, 200]);
    expect(pointersIn(planWithoutSpill(messages, 4_000).messages)).toEqual([1]);
    expect(pointersIn(planWithoutSpill(messages, 2_600).messages)).toEqual([1, 2]);
  });

  test('an older step -> no share: its results stay, or the step is dropped', () => {
    const messages = [...fanOut([400, 400, 400]), ...step('new', words(20))];
    const needed = tokensOf(messages);
    expect(planWithoutSpill(messages, needed).messages).toEqual(messages);
    expect(planWithoutSpill(messages, needed - 1).messages).toEqual([messages[0], ...messages.slice(3)]);
  });

  test('a message that leaves little room -> sent whole, the largest results become pointers', () => {
    const messages = [user(words(700)), ...fanOut([150, 300]).slice(1)];
    const plan = planWithoutSpill(messages, 1_000);
    expect(plan.messages[0]).toEqual(messages[0]);
    expect(pointersIn(plan.messages)).toEqual([1]);
  });

  test('a message that must be cut anyway, and a page read from it -> the page stays whole', () => {
    const messages = [user(words(300_000)), ...step('page', words(19_000))];
    const plan = planOf(messages, { compaction: false });
    expect(plan.messages.slice(1)).toEqual(messages.slice(1));
    expect(plan.left).toMatchObject([{ index: 0, rule: 'cut' }]);
    expect(plan.tokens).toBeLessThanOrEqual(plan.budget);
  });

  test('a newest step that leaves no room for older turns -> they are dropped, it stays', () => {
    const messages = [...turns(5, 30), user(words(250)), ...step('a', words(200))];
    expect(planOf(messages, withBudget(tokensOf(messages.slice(-3)))).messages).toEqual(messages.slice(-3));
  });

  test.each([1_000, 1_100, 1_200, 1_300, 1_400])(
    '16 large results and a budget of %i -> planning twice returns the same plan',
    (budget) => {
      const once = planWithoutSpill(fanOut(Array<number>(16).fill(1_234)), budget);
      expect(once.verdict).toBe('ready');
      expect(planWithoutSpill(once.messages, budget).messages).toEqual(once.messages);
    },
  );

  test('results smaller than any pointer -> stay, though together they are over half the budget', () => {
    const messages = fanOut(Array<number>(12).fill(10));
    expect(planWithoutSpill(messages, tokensOf(messages)).messages).toEqual(messages);
  });
});

function fanOut(tokens: readonly number[]): ModelMessage[] {
  return [
    user('Go'),
    assistant(tokens.map((_, at) => call(`c${at}`))),
    tool(...tokens.map((count, at) => result(`c${at}`, words(count)))),
  ];
}

function planWithoutSpill(messages: readonly ModelMessage[], budget: number) {
  const tools = [{ name: 'read_artifact', inputSchema: {} }];
  const toolTokens = countTextTokens(JSON.stringify(tools));
  return planOf(messages, withBudget(budget + toolTokens, { tools }), { context: { spillPct: 0 } });
}

function resultTokens(messages: readonly ModelMessage[]): number {
  return outputsOf(messages).reduce(
    (sum, output) => sum + ('value' in output ? countTextTokens(output.value) : 0),
    0,
  );
}

function pointersIn(messages: readonly ModelMessage[]): number[] {
  return outputsOf(messages).flatMap((output, at) =>
    output.type === 'text' && /^(Too large:|\[The result)/.test(output.value) ? [at] : [],
  );
}
