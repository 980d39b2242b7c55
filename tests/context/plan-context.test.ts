import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { planContext, type PlanInput } from '../../context/plan-context.js';

interface Thread {
  messages: { role: 'user' | 'assistant'; tokens: number }[];
  current: number;
  clearedThrough: number;
}

const anyThread: fc.Arbitrary<Thread> = fc
  .record({
    messages: fc.array(
      fc.record({ role: fc.constantFrom('user' as const, 'assistant' as const), tokens: fc.nat(900) }),
      { maxLength: 45, size: 'max' },
    ),
    current: fc.nat(2_000),
    cleared: fc.nat(60),
  })
  .map(({ messages, current, cleared }) => ({
    messages,
    current,
    clearedThrough: cleared > messages.length ? 0 : cleared,
  }));

describe('planContext', () => {
  test('P56: first message -> it alone is sent, nothing is left out', () => {
    const plan = planContext(inputOf({ messages: [], current: 5, clearedThrough: 0 }));
    expect(plan).toMatchObject({
      policy: 1,
      sent: [{ from: 'conversation', first: 1, last: 1 }],
      left: [],
      tokens: 5,
    });
  });

  test('P55: 20 messages of 2,000 tokens -> 8 are sent, the rest is left to the window', () => {
    const plan = planContext(inputOf({ messages: alternating(20, 2_000), current: 7, clearedThrough: 0 }));
    expect(plan.sent).toEqual([{ from: 'conversation', first: 13, last: 21 }]);
    expect(plan.left).toEqual([
      { from: 'conversation', first: 1, last: 12, count: 12, tokens: 24_000, rule: 'window' },
    ]);
    expect(plan.tokens).toBe(16_007);
  });

  test('history beyond the budget -> left to the budget, the turn itself is sent', () => {
    const thread = { messages: alternating(6, 100), current: 50, clearedThrough: 0 };
    const plan = planContext({ ...inputOf(thread), budget: 300 });
    expect(plan.sent).toEqual([{ from: 'conversation', first: 5, last: 7 }]);
    expect(plan.left).toEqual([
      { from: 'conversation', first: 1, last: 4, count: 4, tokens: 400, rule: 'budget' },
    ]);
  });

  test('a budget below the token limit that leaves nothing out -> what is out is left to the window', () => {
    const thread = { messages: alternating(30, 10), current: 10, clearedThrough: 0 };
    const plan = planContext({ ...inputOf(thread), budget: 10_000 });
    expect(plan.left).toEqual([
      { from: 'conversation', first: 1, last: 10, count: 10, tokens: 100, rule: 'window' },
    ]);
  });

  test('more than the window, and less room than it needs -> each range names its own rule', () => {
    const thread = { messages: alternating(30, 10), current: 10, clearedThrough: 0 };
    const plan = planContext({ ...inputOf(thread), budget: 50 });
    expect(plan.left).toEqual([
      { from: 'conversation', first: 1, last: 10, count: 10, tokens: 100, rule: 'window' },
      { from: 'conversation', first: 11, last: 26, count: 16, tokens: 160, rule: 'budget' },
    ]);
  });

  test('the turn alone over the budget -> it is sent all the same, without history', () => {
    const thread = { messages: alternating(4, 10), current: 900, clearedThrough: 0 };
    const plan = planContext({ ...inputOf(thread), budget: 100 });
    expect(plan.sent).toEqual([{ from: 'conversation', first: 5, last: 5 }]);
    expect(plan.tokens).toBe(900);
  });

  test('P62: a cleared thread -> only what came after it can be sent', () => {
    const plan = planContext(inputOf({ messages: alternating(6, 10), current: 1, clearedThrough: 4 }));
    expect(plan.sent).toEqual([{ from: 'conversation', first: 5, last: 7 }]);
    expect(plan.left).toEqual([
      { from: 'conversation', first: 1, last: 4, count: 4, tokens: 40, rule: 'cleared' },
    ]);
  });

  test('steps before the call -> sent after the thread, and their tokens are taken from the room', () => {
    const thread = { messages: alternating(6, 100), current: 50, clearedThrough: 0 };
    const plan = planContext({ ...inputOf(thread), budget: 500, trace: { throughStep: 2, tokens: 250 } });
    expect(plan.sent).toEqual([
      { from: 'conversation', first: 5, last: 7 },
      { from: 'trace', throughStep: 2 },
    ]);
    expect(plan.tokens).toBe(500);
  });

  test('an execution outside a conversation -> its input is sent', () => {
    const plan = planContext({
      ...inputOf({ messages: [], current: 0, clearedThrough: 0 }),
      current: null,
      trace: { throughStep: 1, tokens: 30 },
      system: 'hash of the prompt',
      tools: 'hash of the tools',
    });
    expect(plan).toEqual({
      policy: 1,
      system: 'hash of the prompt',
      tools: 'hash of the tools',
      sent: [{ from: 'input' }, { from: 'trace', throughStep: 1 }],
      left: [],
      tokens: 30,
    });
  });

  test('any thread -> every message is sent or left out exactly once, and all tokens add up', () => {
    fc.assert(
      fc.property(anyThread, fc.integer({ min: -100, max: 20_000 }), fc.nat(300), (thread, budget, steps) => {
        const input = { ...inputOf(thread), budget, trace: { throughStep: steps % 3, tokens: steps } };
        const plan = planContext(input);
        const seqs: number[] = [];
        let sentTokens = steps;
        for (const range of plan.sent)
          if (range.from === 'conversation')
            for (let seq = range.first; seq <= range.last; seq += 1) {
              seqs.push(seq);
              sentTokens += tokensAt(thread, seq);
            }
        for (const { first, last, count, tokens } of plan.left) {
          let sum = 0;
          for (let seq = first; seq <= last; seq += 1) {
            seqs.push(seq);
            sum += tokensAt(thread, seq);
          }
          expect([count, tokens]).toEqual([last - first + 1, sum]);
        }
        const all = Array.from({ length: thread.messages.length + 1 }, (_, index) => index + 1);
        expect(seqs.sort((a, b) => a - b)).toEqual(all);
        expect(plan.tokens).toBe(sentTokens);
        if (thread.current + steps <= budget) expect(plan.tokens).toBeLessThanOrEqual(budget);
      }),
    );
  });

  test('any thread -> what is sent begins with a user message after the last clear', () => {
    fc.assert(
      fc.property(anyThread, fc.nat(20_000), (thread, budget) => {
        const [range] = planContext({ ...inputOf(thread), budget }).sent;
        if (range?.from !== 'conversation') throw new Error('The thread is not sent');
        expect(range.first).toBeGreaterThan(thread.clearedThrough);
        expect(thread.messages[range.first - 1]?.role ?? 'user').toBe('user');
        expect(range.last).toBe(thread.messages.length + 1);
      }),
    );
  });
});

/** What the store would give for a thread: one message more than the window holds, and running counts. */
function inputOf({ messages, current, clearedThrough }: Thread): PlanInput {
  const running: number[] = [];
  for (const { tokens } of messages) running.push((running.at(-1) ?? 0) + tokens);
  const rows = messages.map((message, index) => ({
    ...message,
    seq: index + 1,
    runningTokens: running[index] ?? 0,
  }));
  return {
    budget: 100_000,
    system: null,
    tools: null,
    current: { seq: messages.length + 1, tokens: current },
    newestFirst: rows
      .filter((row) => row.seq > clearedThrough)
      .reverse()
      .slice(0, 21),
    cleared: { through: clearedThrough, runningTokens: running[clearedThrough - 1] ?? 0 },
    trace: { throughStep: 0, tokens: 0 },
  };
}

function tokensAt({ messages, current }: Thread, seq: number): number {
  return messages[seq - 1]?.tokens ?? current;
}

function alternating(count: number, tokens: number): Thread['messages'] {
  return Array.from({ length: count }, (_, index) => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    tokens,
  }));
}
