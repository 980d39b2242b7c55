import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareCalls } from '../../packages/studio/why/compare-calls.js';
import type { ExplainedMessage } from '../../context/explain/explanation.js';

const message = (name: string, tokens = 5, text = name) =>
  ({ name, role: 'user', tokens, form: { kind: 'whole' }, text }) as unknown as ExplainedMessage;

const anyMessages = fc.array(
  fc
    .record({
      name: fc.constantFrom('#1', '#2', 'summary'),
      tokens: fc.nat({ max: 3 }),
      text: fc.constantFrom('a', 'b'),
    })
    .map(({ name, tokens, text }) => message(name, tokens, text)),
  { maxLength: 8 },
);

describe('compareCalls', () => {
  test('one omitted, one new, one shorter -> these three, with the tokens of both', () => {
    const before = [message('#1'), message('#2'), message('#3', 90)];
    const after = [
      message('#2'),
      { ...message('#3', 20), form: { kind: 'cut', leftTokens: 70 } } as ExplainedMessage,
      message('#4'),
    ];
    expect(compareCalls(before, after)).toEqual([
      { name: '#1', role: 'user', before: { tokens: 5, form: 'whole' }, after: null, text: '#1' },
      {
        name: '#3',
        role: 'user',
        before: { tokens: 90, form: 'whole' },
        after: { tokens: 20, form: 'cut' },
        text: '#3',
      },
      { name: '#4', role: 'user', before: null, after: { tokens: 5, form: 'whole' }, text: '#4' },
    ]);
  });

  test('any two calls -> the difference of their tokens equals that of their messages; with itself zero', () => {
    const sum = (tokens: readonly (number | undefined)[]) =>
      tokens.reduce<number>((total, one) => total + (one ?? 0), 0);
    fc.assert(
      fc.property(anyMessages, anyMessages, (before, after) => {
        expect(compareCalls(before, before)).toEqual([]);
        const differences = compareCalls(before, after);
        const change =
          sum(differences.map((one) => one.after?.tokens)) -
          sum(differences.map((one) => one.before?.tokens));
        expect(change).toBe(sum(after.map(({ tokens }) => tokens)) - sum(before.map(({ tokens }) => tokens)));
      }),
    );
  });
});
