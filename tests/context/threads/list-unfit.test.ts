import { describe, expect, test } from 'vitest';
import { listUnfit } from '../../../context/threads/list-unfit.js';
import { toLevels, type StoredLevel } from '../generated/arbitrary-above.js';

const RULE = { room: 20_000, tokens: undefined };

function level(words: number, more: Partial<StoredLevel> = {}): StoredLevel {
  return {
    depth: 0,
    messages: Array.from({ length: 10 }, () => ({
      role: 'user' as const,
      name: null,
      content: 'word '.repeat(words),
    })),
    clearedThrough: 0,
    summary: null,
    anchor: { seq: 8, part: null },
    ...more,
  };
}

function list(stored: StoredLevel[], rule = RULE) {
  return listUnfit(toLevels(stored), rule).map(({ level: { depth }, after, last, room }) => ({
    depth,
    after,
    last,
    room,
  }));
}

describe('listUnfit', () => {
  test('messages that can be quoted -> none; more than that -> the level, up to before its anchor', () => {
    expect(list([level(20)])).toEqual([]);
    expect(list([level(200)])).toEqual([{ depth: 0, after: 0, last: 7, room: 760 }]);
  });
  test('a thread on a part of a message -> the message counts, too', () =>
    expect(list([level(200, { anchor: { seq: 8, part: 'word' } })])).toMatchObject([{ last: 8 }]));
  test('covered or cleared up to near the anchor -> none', () => {
    expect(list([level(200, { summary: { coversThrough: 5, content: 'x' } })])).toEqual([]);
    expect(list([level(200, { clearedThrough: 6 })])).toEqual([]);
    expect(list([level(200, { clearedThrough: 9 })])).toEqual([]);
  });
  test('deeper levels and smaller windows -> less can be quoted', () => {
    expect(list([level(20), { ...level(60), depth: 1 }])).toMatchObject([{ depth: 1, room: 460 }]);
    expect(list([level(60)], { ...RULE, room: 1_200 })).toMatchObject([{ depth: 0, room: 360 }]);
  });
});
