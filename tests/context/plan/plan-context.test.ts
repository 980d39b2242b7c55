import type { ModelMessage } from '@ai-sdk/provider-utils';
import { describe, expect, test } from 'vitest';
import { planContext, type PlanContextInput } from '../../../context/plan/plan-context.js';
import { countMessagesTokens } from '../../../models/counting/count-tokens.js';
import {
  assistant,
  call,
  COUNTERS,
  result,
  step,
  system,
  toEntries,
  tool,
  turns,
  user,
  words,
} from '../messages.js';

describe('planContext', () => {
  test('a share of the budget, for a call that was too long -> that much is used, the whole budget is reported', () => {
    const messages = [...turns(20, 10), user('And now?')];
    const plan = planContext(input(messages, { window: 410, reserve: 10, budgetShare: 0.75 }));
    expect(plan.budget).toBe(400);
    expect(plan.tokens).toBeLessThanOrEqual(300);
    expect(plan.tokens).toBeGreaterThan(270);
  });

  test('our note -> comes last, and uses room', () => {
    const note = { index: Infinity, message: user('Stop looking.'), tokens: 7 };
    const messages = [...turns(2, 10), user('Go'), ...step('a')];
    const exact = countMessagesTokens(messages) + 7;
    const given = { suffix: [note], turnStart: 4, reserve: 10 };
    const plan = planContext(input(messages, { ...given, window: exact + 10 }));
    expect(plan.messages).toEqual([...messages, note.message]);
    expect(plan.tokens).toBe(exact);
    expect(planContext(input(messages, { ...given, window: exact + 9 })).messages).toEqual([
      ...messages.slice(2),
      note.message,
    ]);
  });

  test('a note after a question -> one message that every provider accepts', () => {
    const note = { index: Infinity, message: user('Be brief.'), tokens: 7 };
    const plan = planContext(input([user('Go')], { suffix: [note], turnStart: 0, grammar: 'anthropic' }));
    expect(plan.messages).toEqual([user('Go\n\nBe brief.')]);
  });

  test('the total -> all messages after hygiene, including trimmed ones, with system, tools and note', () => {
    const messages = [...turns(10, 10), user(words(10))];
    const prompt = { index: -1, message: system('Be kind.'), tokens: 7 };
    const note = { index: Infinity, message: user('Stop.'), tokens: 6 };
    const plan = planContext(
      input(messages, { system: [prompt], suffix: [note], toolTokens: 50, window: 200, reserve: 10 }),
    );
    expect(plan.total).toBe(21 * 14 + 7 + 50 + 6);
    expect(plan).toMatchObject({ systemTokens: 7, budget: 200 - 10 - 7 - 50 });
  });

  test.each<[string, ModelMessage[], boolean]>([
    ['a question alone', [user('Go')], false],
    ['a question and its first step', [user('Go'), ...step('a')], false],
    ['two steps', [user('Go'), ...step('a'), ...step('b')], true],
    ['an earlier turn', [...turns(1, 3), user('Go')], true],
  ])('%s -> whether older messages can be summarized', (_name, messages, hasPast) => {
    expect(planContext(input(messages, {})).hasPast).toBe(hasPast);
  });

  test('thoughts to return -> only of the requested entries', () => {
    const thought = {
      type: 'reasoning' as const,
      text: 'Hm.',
      providerOptions: { anthropic: { signature: 's' } },
    };
    const messages = [
      user('Hi'),
      assistant([thought, { type: 'text', text: 'Hello' }]),
      user('Go'),
      assistant([thought, call('a')]),
      tool(result('a')),
    ];
    const plan = planContext(
      input(messages, { grammar: 'anthropic', turnStart: 2, keepsReasoning: (index) => index > 2 }),
    );
    expect(plan.messages[1]).toEqual(assistant([{ type: 'text', text: 'Hello' }]));
    expect(plan.messages[3]).toEqual(messages[3]);
  });

  test('a viewed result -> shown whole, though nothing of it fits', () => {
    const messages = [user(words(500)), ...step('a', words(500))];
    const plan = planContext(
      input(messages, { oversize: 'refuse', window: 110, reserve: 10, resultLimit: 300 }),
    );
    expect(plan).toMatchObject({ verdict: 'cannot-fit', entries: [], messages: [], tokens: 0 });
    expect(plan.reason).toMatch(/^The user message/);
    expect(plan.viewed).toHaveLength(3);
    expect(plan.left).toMatchObject([
      { index: 2, rule: 'spilled' },
      { index: 0, rule: 'budget' },
      { index: 1, rule: 'budget' },
      { index: 2, rule: 'budget' },
    ]);
  });

  test('omitted messages -> place, rule and tokens alone, no text', () => {
    const plan = planContext(
      input([tool(result('x')), assistant(''), ...turns(3, 30), user('Go')], { window: 60, reserve: 10 }),
    );
    expect(plan.left.length).toBeGreaterThan(4);
    for (const out of plan.left) expect(Object.keys(out).sort()).toEqual(['index', 'rule', 'tokens']);
  });

  test('a plan that the provider would refuse -> our error with the reason', () => {
    const prompt = { index: -1, message: system('  '), tokens: 4 };
    expect(() => planContext(input([user('Go')], { system: [prompt] }))).toThrow(
      'The planned context is not valid for openai-chat: Message 0 has a text that is empty',
    );
  });
});

function input(messages: readonly ModelMessage[], given: Partial<PlanContextInput>): PlanContextInput {
  return {
    entries: toEntries(messages),
    system: [],
    toolTokens: 0,
    window: 10_000,
    reserve: 100,
    grammar: 'openai-chat',
    isToolless: false,
    oversize: 'cut',
    counters: COUNTERS,
    compaction: { isOn: false, pct: 95 },
    resultLimit: 25_000,
    findPointer: ({ result: { toolCallId } }) => `[See ${toolCallId}]`,
    marker: (leftTokens) => `[${leftTokens} left out]`,
    ...given,
  };
}
