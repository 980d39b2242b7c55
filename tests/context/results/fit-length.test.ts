import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fitLength } from '../../../context/results/fit-length.js';

describe('fitLength', () => {
  test.each([
    ['everything fits', 10, 100, 10],
    ['nothing fits', 10, 0, 0],
    ['nothing is there', 0, 100, 0],
    ['exactly the room', 1_000, 100, 100],
  ])('%s -> %#', (_name, most, room, expected) => {
    expect(fitLength({ most, room, count: (length) => length })).toBe(expected);
  });

  test('any growing count -> within the room, almost the longest possible, in few tries', () => {
    const steps = fc.array(fc.nat(9), { minLength: 1, maxLength: 400 });
    fc.assert(
      fc.property(steps, fc.nat(2_000), (costs, room) => {
        const sums = costs.reduce<number[]>((all, cost) => [...all, (all.at(-1) ?? 0) + cost], [0]);
        let tries = 0;
        const count = (length: number) => {
          tries += 1;
          return sums[length] ?? Infinity;
        };
        const length = fitLength({ most: costs.length, room, count });
        expect(length === 0 ? 0 : sums[length]!).toBeLessThanOrEqual(room);
        const isLongest = length === costs.length || sums[length + 1]! > room;
        expect(isLongest || sums[length]! >= room * 0.97).toBe(true);
        expect(tries).toBeLessThanOrEqual(14);
      }),
    );
  });
});
