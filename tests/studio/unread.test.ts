import { describe, expect, test } from 'vitest';
import { isUnread, markRead } from '../../packages/studio/chat/unread.js';

const [first, second, third] = [
  '2026-01-01T00:00:01.000Z',
  '2026-01-01T00:00:02.000Z',
  '2026-01-01T00:00:03.000Z',
] as const;
const at = (workflowId: string, lastAnswerAt: string | null) => ({ workflowId, lastAnswerAt });

describe('markRead', () => {
  test('the first poll -> all existing answers count as read, later ones do not', () => {
    const marks = markRead(undefined, [at('a', first), at('b', second), at('c', null)], undefined);
    expect([at('a', first), at('b', second), at('c', null)].filter((one) => isUnread(marks, one))).toEqual(
      [],
    );
    expect(isUnread(marks, at('a', third))).toBe(true);
    expect(isUnread(marks, at('c', third))).toBe(true);
  });

  test('an open chat -> read up to its newest message; another is unchanged', () => {
    const begun = markRead(undefined, [at('a', first), at('b', first)], undefined);
    const marks = markRead(begun, [at('a', second), at('b', second)], 'a');
    expect(isUnread(marks, at('a', second))).toBe(false);
    expect(isUnread(marks, at('b', second))).toBe(true);
    expect(isUnread(marks, at('a', third))).toBe(true);
  });

  test('one that is no longer listed -> its mark is dropped', () => {
    const marks = markRead({ since: first, seen: { gone: second, a: second } }, [at('a', third)], undefined);
    expect(marks).toEqual({ since: first, seen: { a: second } });
  });
});
