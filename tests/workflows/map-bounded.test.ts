import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mapBounded } from '../../workflows/map-bounded.js';

describe('mapBounded', () => {
  test('any items, ending in any order -> never more than the limit at once, results in order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(fc.nat(), { maxLength: 30, size: 'max' }),
        fc.integer({ min: 1, max: 8 }),
        async (scheduler, items, limit) => {
          let running = 0;
          let most = 0;
          const results = mapBounded(items, limit, async (item, index) => {
            running += 1;
            most = Math.max(most, running);
            await scheduler.schedule(Promise.resolve());
            running -= 1;
            return `${index}:${item}`;
          });
          await scheduler.waitFor(results);
          expect(await results).toEqual(items.map((item, index) => `${index}:${item}`));
          expect(most).toBe(Math.min(limit, items.length));
        },
      ),
    );
  });

  test('no items -> no work, no results', async () => {
    expect(await mapBounded([], 4, () => Promise.reject(new Error('called')))).toEqual([]);
  });

  test('one fails -> its error, and no further item begins', async () => {
    const begun: number[] = [];
    const results = mapBounded([1, 2, 3, 4, 5, 6], 2, async (item) => {
      begun.push(item);
      await Promise.resolve();
      if (item === 2) throw new Error('second failed');
    });
    await expect(results).rejects.toThrow('second failed');
    await new Promise((resolve) => setImmediate(resolve));
    expect(begun).toEqual([1, 2, 3]);
  });
});
