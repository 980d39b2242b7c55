import type { ModelMessage } from '@ai-sdk/provider-utils';
import { describe, expect, test } from 'vitest';
import { planContext, type ContextPlan, type PlanContextInput } from '../../../context/plan/plan-context.js';
import { assistant, call, COUNTERS, result, step, system, text, toEntries, tool, user } from '../messages.js';

const NOW = user('And now?');

describe('planContext with the limits of a history', () => {
  test('D10: a summary of what is older -> one system message, first', () => {
    const past = [user('Hello'), assistant('Hello!')];
    const plan = planned([...past, NOW], {
      system: ['[Conversation summary (before message 11)]\nThey met.'],
    });
    expect(plan.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
    expect(plan.messages.slice(1)).toEqual([...past, NOW]);
  });

  test('D19: seven messages of 3,000 characters and the current one -> five of them are sent', () => {
    const plan = planned([...chars(Array<number>(7).fill(3_000)), NOW]);
    expect(plan.entries.map(({ index }) => index)).toEqual([2, 3, 4, 5, 6, 7]);
    expect(rules(plan)).toEqual(['0 characters', '1 characters']);
  });

  test('D20: a system prompt of 20,000 characters -> the question is sent', () => {
    const plan = planned([NOW], { system: ['s'.repeat(20_000)] });
    expect(plan).toMatchObject({ verdict: 'ready', messages: [system('s'.repeat(20_000)), NOW], left: [] });
  });

  test('D22: a summary and two messages of 9,000 characters -> the summary is kept, they are not', () => {
    const summary = '[Conversation summary (before message 11)]\nThey met.';
    const plan = planned([...chars([9_000, 9_000]), NOW], {
      system: [summary],
      prefixCharacters: summary.length,
    });
    expect(plan.messages).toEqual([system(summary), NOW]);
  });

  test('D22: a system prompt and two messages of 9,000 characters -> all are kept: a prompt is no history', () => {
    const plan = planned([...chars([9_000, 9_000]), NOW], { system: ['s'.repeat(9_000)] });
    expect(plan.messages).toHaveLength(4);
  });

  test('D23: an old list of 50,000 characters of text -> omitted by the limit, and listed as omitted', () => {
    const past = [user([text('x'.repeat(50_000))]), assistant('Long.')];
    const plan = planned([...past, NOW]);
    expect(plan.messages).toEqual([NOW]);
    expect(rules(plan)).toEqual(['0 characters', '1 characters']);
  });

  test('dropped messages -> neither count toward a compaction nor are summarized', () => {
    const plan = planned([...chars([20_000, 10]), NOW]);
    expect(plan).toMatchObject({ hasPast: false, total: COUNTERS.countMessage(NOW) });
  });

  test("the turn's own steps -> not subject to the history's limits", () => {
    const messages = [...chars([17_000, 900]), NOW, ...step('a', 'y'.repeat(30_000))];
    expect(planned(messages, { turnStart: 2 }).messages).toEqual(messages);
  });

  test('a tool call on the edge -> with its results or not at all', () => {
    const past = [
      user('Look'),
      assistant([call('a')]),
      tool(result('a', 'x'.repeat(17_990))),
      assistant('I looked.'),
    ];
    expect(planned([...past, NOW]).messages).toEqual([NOW]);
    expect(planned([...past, NOW], { characters: 19_000 }).messages).toEqual([...past, NOW]);
  });

  test('no limits given -> all messages that fit', () => {
    const messages = [...chars([9_000, 9_000, 9_000]), NOW];
    expect(planContext(input(messages, {})).entries).toHaveLength(4);
  });
});

function planned(
  messages: readonly ModelMessage[],
  {
    system: prompts = [],
    turnStart = messages.length - 1,
    ...limits
  }: { system?: string[]; turnStart?: number; characters?: number; prefixCharacters?: number } = {},
): ContextPlan {
  return planContext(
    input(messages, {
      turnStart,
      system: prompts.map((prompt) => toEntries([system(prompt)])[0]!).map((one) => ({ ...one, index: -1 })),
      history: { characters: 18_000, tokens: 16_000, prefixCharacters: 0, ...limits },
    }),
  );
}

function input(messages: readonly ModelMessage[], given: Partial<PlanContextInput>): PlanContextInput {
  return {
    entries: toEntries(messages),
    system: [],
    toolTokens: 0,
    window: 100_000,
    reserve: 100,
    grammar: 'openai-chat',
    isToolless: false,
    oversize: 'cut',
    counters: COUNTERS,
    compaction: { isOn: false, pct: 95 },
    resultLimit: 50_000,
    findPointer: () => undefined,
    marker: () => '[…]',
    ...given,
  };
}

function chars(lengths: readonly number[]): ModelMessage[] {
  return lengths.map((length, index) =>
    (index % 2 === 0 ? user : assistant)('wo '.repeat(length).slice(0, length)),
  );
}

function rules({ left }: ContextPlan): string[] {
  return left.map(({ index, rule }) => `${index} ${rule}`);
}
