import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutText, joinCut } from '../../../context/plan/cut-text.js';
import { countTextTokens } from '../../../models/counting/count-tokens.js';
import { words } from '../messages.js';

const marker = (leftTokens: number): string => `\n[… ${leftTokens} tokens left out …]\n`;
const MARKER = /^(.*)\n\[… (\d+) tokens left out …\]\n(.*)$/s;

const TEXTS: readonly (readonly [string, string])[] = [
  ['plain words', 'The quick brown fox jumps over the lazy dog. '.repeat(2_000)],
  ['one unbroken run', 'a'.repeat(100_000)],
  ['CJK', '長い文章です。'.repeat(3_000)],
  ['surrogate pairs', '😀👩🏽‍🚀'.repeat(3_000)],
  ['dense ends', `${'語😀'.repeat(500)}${'a'.repeat(200_000)}${'語😀'.repeat(500)}`],
  ['thin ends', `${'a'.repeat(50_000)}${'語😀'.repeat(5_000)}${'a'.repeat(50_000)}`],
  ['thinning ends', `${'語'.repeat(20)}${' '.repeat(90_000)}${'語'.repeat(9_000)}${' '.repeat(90_000)}語`],
  ['a dense beginning', `${'語😀'.repeat(5_000)}${'a'.repeat(50_000)}`],
];

describe('cutText', () => {
  test.each(TEXTS)('%s, any room -> fits it and uses most of it', (_name, text) => {
    const total = countTextTokens(text);
    for (const room of [40, 100, 256, 1_000, 4_000]) {
      if (room >= total) continue;
      const cut = cutText(text, { total, room, countText: countTextTokens, marker });
      const tokens = countTextTokens(cut?.text);
      expect(tokens).toBeLessThanOrEqual(room);
      expect(tokens).toBeGreaterThanOrEqual(Math.min(room * 0.9, room - 8));
    }
  });

  test.each(TEXTS)(
    '%s -> head and tail of the text, alike in length, around how much is left out',
    (_name, text) => {
      const total = countTextTokens(text);
      const cut = cutText(text, { total, room: 500, countText: countTextTokens, marker });
      const [, head = '', told = '', tail = ''] = MARKER.exec(cut?.text ?? '') ?? [];
      expect(text.startsWith(head) && text.endsWith(tail)).toBe(true);
      expect(cut).toMatchObject({ head: head.length, tail: tail.length });
      expect(Math.abs(head.length - tail.length)).toBeLessThanOrEqual(4);
      expect(Number(told)).toBe(total - countTextTokens(head) - countTextTokens(tail));
    },
  );

  test.each(TEXTS)(
    '%s, 20 times, and little room -> only text near the kept part is counted',
    (_name, text) => {
      const long = text.repeat(20);
      const total = countTextTokens(text) * 20;
      for (const room of [20, 25, 33, 64, 100, 500]) {
        let counted = 0;
        const countText = (part: string): number => {
          counted += part.length;
          return countTextTokens(part);
        };
        const cut = cutText(long, { total, room, countText, marker });
        expect(cut).toBeDefined();
        const guess = (long.length * room) / total;
        const kept = (cut?.head ?? 0) + (cut?.tail ?? 0);
        expect(counted).toBeLessThan(40 * Math.max(guess, kept, 50));
        expect(counted).toBeLessThan(long.length / 5);
      }
    },
  );

  test('any text and room -> within the room, well formed, in order; or nothing can be kept', () => {
    const unit = fc.constantFrom('a', ' ', 'word ', '語', '😀', '👩🏽‍🚀', '\n', '0', '{"a":1}');
    const anyText = fc.array(unit, { minLength: 3, maxLength: 300 }).map((units) => units.join(''));
    fc.assert(
      fc.property(anyText, fc.integer({ min: 0, max: 200 }), (text, room) => {
        const total = countTextTokens(text);
        if (total <= room) return;
        const cut = cutText(text, { total, room, countText: countTextTokens, marker });
        if (cut === undefined) {
          expect(room).toBeLessThan(20);
          return;
        }
        expect(countTextTokens(cut.text)).toBeLessThanOrEqual(room);
        expect(cut.text.isWellFormed()).toBe(true);
        expect(cut.head + cut.tail).toBeLessThan(text.length);
        expect(joinCut(text, cut)).toBe(cut.text);
      }),
      { numRuns: 500 },
    );
  });

  test('no surrogate pair is split, at any number of kept characters', () => {
    const text = '😀'.repeat(300);
    const total = countTextTokens(text);
    for (let room = 20; room < 200; room += 1) {
      const cut = cutText(text, { total, room, countText: countTextTokens, marker });
      expect([cut?.head, cut?.tail].map((length) => (length ?? 0) % 2)).toEqual([0, 0]);
    }
  });

  test.each([
    ['no room', words(100), 0],
    ['less than none', words(100), -5],
    ['room for the marker alone', words(100), countTextTokens(marker(100)) + 1],
    ['a text of two characters', 'ab', 1_000],
  ])('%s -> undefined', (_name, text, room) => {
    expect(cutText(text, { total: 100, room, countText: countTextTokens, marker })).toBeUndefined();
  });

  test('the same text and room -> the same cut', () => {
    const text = words(5_000);
    const cut = () => cutText(text, { total: 5_000, room: 321, countText: countTextTokens, marker });
    expect(cut()).toEqual(cut());
  });
});

describe('joinCut', () => {
  test.each([
    ['head and tail', { head: 2, tail: 1, marker: '-' }, 'ab-e'],
    ['no tail', { head: 2, tail: 0, marker: '-' }, 'ab-'],
    ['no head', { head: 0, tail: 2, marker: '-' }, '-de'],
  ])('%s -> the text that a cut leaves', (_name, cut, joined) => {
    expect(joinCut('abcde', cut)).toBe(joined);
  });
});
