import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rawWindowStart, type WindowMessage } from '../../../context/plan/raw-window.js';

const role = fc.constantFrom('user' as const, 'assistant' as const);
const anyThread = fc.array(role, { maxLength: 60, size: 'max' }).map((roles) => threadOf([...roles, 'user']));
const anySize = fc.integer({ min: 1, max: 30 });

describe('rawWindowStart', () => {
  test('D4: 10 messages -> all 10 are raw', () => {
    expect(start(talk(10), { coversThrough: 0 })).toBe(1);
  });

  test('D5: 11 messages, the user first, messages 1-2 covered -> 3-11 are raw', () => {
    expect(start(talk(11), { coversThrough: 2 })).toBe(3);
  });

  test('D5: 11 messages, only message 1 covered -> an answer may not come first, so its question is raw again', () => {
    expect(start(talk(11), { coversThrough: 1 })).toBe(1);
  });

  test('D5: 11 messages, nothing covered yet -> all of them are raw', () => {
    expect(start(talk(11), { coversThrough: 0 })).toBe(1);
  });

  test('D7: 100 messages that no summary stands for -> all 100 are raw', () => {
    expect(start(talk(100), { coversThrough: 0 })).toBe(1);
  });

  test('everything but the newest covered -> still the newest of the window', () => {
    expect(start(talk(101), { coversThrough: 100 })).toBe(93);
  });

  test('turns after a summary -> the window keeps the beginning that it had in the first of them', () => {
    for (const count of [101, 103, 105, 107]) expect(start(talk(count), { coversThrough: 100 })).toBe(93);
  });

  test('a summary that is late -> the window is wider than it should be', () => {
    expect(start(talk(101), { coversThrough: 60 })).toBe(53);
  });

  test('no summaries at all -> the newest 10, moved on to a user message', () => {
    expect(start(talk(101), { coversThrough: null })).toBe(93);
  });

  test('D8: messages passed as read, newest first -> sorted by place', () => {
    const newestFirst = talk(15);
    expect(newestFirst[0]!.seq).toBe(15);
    expect(start(newestFirst, { coversThrough: 14 })).toBe(7);
  });

  test('a thread that an assistant opened -> begins with the first user message', () => {
    expect(start(threadOf(['assistant', 'user']), { coversThrough: 0 })).toBe(2);
  });

  test('after a clear -> cleared messages are not passed, and not missed', () => {
    expect(start(talk(21).slice(0, 3), { coversThrough: 18 })).toBe(19);
  });

  test('no message of a turn -> our error', () => {
    expect(() => start([], { coversThrough: 0 })).toThrow('The window lacks the message of its turn');
  });

  test('any thread -> every message is raw or covered, but for answers before the first question', () => {
    fc.assert(
      fc.property(anyThread, anySize, fc.nat(70), (newestFirst, size, covered) => {
        const coversThrough = Math.min(covered, newestFirst.length);
        const first = start(newestFirst, { size, coversThrough });
        const gap = newestFirst.filter(({ seq }) => seq < first && seq > coversThrough);
        const firstUser = newestFirst.findLast((message) => message.role === 'user')!.seq;
        expect(gap.filter(({ seq }) => seq > firstUser)).toEqual([]);
        expect(gap.some((message) => message.role === 'user')).toBe(false);
      }),
    );
  });

  test('any thread -> opens with a user message, and never leaves one of the newest', () => {
    fc.assert(
      fc.property(anyThread, anySize, fc.option(fc.nat(70)), (newestFirst, size, coversThrough) => {
        const first = start(newestFirst, { size, coversThrough });
        const opening = newestFirst.find(({ seq }) => seq === first);
        expect(opening?.role).toBe('user');
        const newest = newestFirst.slice(0, size).filter((message) => message.role === 'user');
        expect(newest.every(({ seq }) => seq >= first)).toBe(true);
      }),
    );
  });

  test('any thread with summaries off -> never more than the size', () => {
    fc.assert(
      fc.property(anyThread, anySize, (newestFirst, size) => {
        const first = start(newestFirst, { size, coversThrough: null });
        expect(newestFirst.filter(({ seq }) => seq >= first).length).toBeLessThanOrEqual(size);
      }),
    );
  });

  test('more old messages than the window can need -> the same start as with all messages', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), anySize, fc.nat(60), (count, size, covered) => {
        const thread = talk(count);
        const coversThrough = Math.min(covered, count - 1);
        const read = thread.slice(0, Math.max(size, count - coversThrough + size) + 1);
        expect(start(read, { size, coversThrough })).toBe(start(thread, { size, coversThrough }));
      }),
    );
  });
});

function start(
  newestFirst: readonly WindowMessage[],
  { size = 10, coversThrough }: { size?: number; coversThrough: number | null },
): number {
  return rawWindowStart({ newestFirst, size, coversThrough });
}

function talk(count: number): WindowMessage[] {
  return threadOf(
    Array.from({ length: count }, (_, index) =>
      index === 0 || (count - index) % 2 === 1 ? 'user' : 'assistant',
    ),
  );
}

function threadOf(roles: readonly WindowMessage['role'][]): WindowMessage[] {
  return roles.map((one, index) => ({ seq: index + 1, role: one })).reverse();
}
