import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  DEFAULT_HISTORY_LIMITS,
  historyWindowStart,
  type WindowMessage,
} from '../../context/history-window.js';

const message = fc.record({
  role: fc.constantFrom('user' as const, 'assistant' as const),
  tokens: fc.oneof(fc.nat(3_000), fc.constantFrom(0, 1, 15_999, 16_000, 16_001)),
});
const anyThread = fc.array(message, { maxLength: 40, size: 'max' }).map(newestFirst);
const anyLimits = fc.record({ messages: fc.nat(30), tokens: fc.nat(20_000) });

describe('historyWindowStart', () => {
  test('P55: 20 messages of 2,000 tokens -> only the newest 8 fit 16,000', () => {
    const thread = newestFirst(alternating(20, 2_000));
    expect(historyWindowStart(thread, DEFAULT_HISTORY_LIMITS)).toBe(13);
  });

  test('P56: no message before the turn -> none is sent', () => {
    expect(historyWindowStart([], DEFAULT_HISTORY_LIMITS)).toBeNull();
  });

  test('P58: the cut falls before an answer whose question is out -> it starts at the next question', () => {
    const thread = newestFirst(alternating(10, 10));
    expect(historyWindowStart(thread, { messages: 5, tokens: 1_000 })).toBe(7);
  });

  test.each([
    ['more short messages than the window holds', alternating(30, 1), { messages: 20, tokens: 16_000 }, 11],
    ['exactly at the token limit', alternating(4, 10), { messages: 20, tokens: 40 }, 1],
    ['one token over it', alternating(4, 10), { messages: 20, tokens: 39 }, 3],
    ['the newest message alone over the limit', alternating(4, 50), { messages: 20, tokens: 49 }, null],
    ['no message is allowed', alternating(4, 1), { messages: 0, tokens: 100 }, null],
    ['answers only', alternating(5, 1).slice(1, 2), { messages: 20, tokens: 100 }, null],
  ])('%s -> the newest that fit, from a question on', (_name, thread, limits, start) => {
    expect(historyWindowStart(newestFirst(thread), limits)).toBe(start);
  });

  test('any thread -> from a question on, within both limits, and as much as fits', () => {
    fc.assert(
      fc.property(anyThread, anyLimits, (thread, limits) => {
        const start = historyWindowStart(thread, limits);
        const fits = (seq: number): boolean => {
          const sent = thread.filter((candidate) => candidate.seq >= seq);
          const tokens = sent.reduce((sum, candidate) => sum + candidate.tokens, 0);
          return sent.length <= limits.messages && tokens <= limits.tokens;
        };
        if (start !== null) {
          expect(thread.find((candidate) => candidate.seq === start)?.role).toBe('user');
          expect(fits(start)).toBe(true);
        }
        for (const { seq, role } of thread)
          if (role === 'user' && (start === null || seq < start)) expect(fits(seq)).toBe(false);
      }),
    );
  });
});

function alternating(count: number, tokens: number): Omit<WindowMessage, 'seq'>[] {
  return Array.from({ length: count }, (_, index) => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    tokens,
  }));
}

function newestFirst(thread: readonly Omit<WindowMessage, 'seq'>[]): WindowMessage[] {
  return thread.map((entry, index) => ({ ...entry, seq: index + 1 })).reverse();
}
