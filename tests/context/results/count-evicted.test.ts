import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countEvicted } from '../../../context/results/view-results.js';

const freed = (count: number): number[] => Array.from({ length: count }, () => 100);

describe('countEvicted', () => {
  test.each<[string, number[], number, number, number]>([
    ['everything fits', freed(20), 2_000, 2_000, 0],
    ['1 token too much -> down to the low-water mark of 60 %', freed(20), 2_000, 1_999, 8],
    ['no result is old', [], 2_000, 1_000, 0],
    ['all old results free too little', freed(3), 2_000, 1_000, 3],
    ['no room at all', freed(3), 2_000, -50, 3],
    ['exactly one is enough for both marks', [1_000, 1_000], 2_000, 1_900, 1],
  ])('%s -> %4$i', (_name, sizes, total, room, count) => {
    expect(countEvicted(sizes, { total, room })).toBe(count);
  });

  test('a loop that grows by 100 tokens a step -> the count moves once in several steps', () => {
    const counts = Array.from({ length: 100 }, (_, step) =>
      countEvicted(freed(step), { total: 100 * step, room: 2_000 }),
    );
    expect(new Set(counts.slice(20)).size).toBeLessThanOrEqual(14);
    expect(counts).toEqual(counts.toSorted((one, other) => one - other));
  });

  test('any results and any two rooms -> enough are evicted, and never more in the larger room', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 5_000 }), { maxLength: 60 });
    fc.assert(
      fc.property(
        sizes,
        fc.nat(50_000),
        fc.integer({ min: -100, max: 150_000 }),
        fc.nat(20_000),
        (own, other, room, more) => {
          const all = own.reduce((sum, size) => sum + size, 0);
          const total = all + other;
          const [few, many] = [room + more, room].map((of) => countEvicted(own, { total, room: of })) as [
            number,
            number,
          ];
          expect(few).toBeLessThanOrEqual(many);
          const left = total - own.slice(0, many).reduce((sum, size) => sum + size, 0);
          expect(left <= room || many === own.length).toBe(true);
          if (total <= room) expect(many).toBe(0);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
