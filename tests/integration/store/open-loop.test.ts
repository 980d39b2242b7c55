import { describe, expect, test } from 'vitest';
import { countLoopItems, findLoopItem, openLoop } from '../../../store/nodes/loop-items.js';
import { root } from './fixtures/budget-harness.js';
import { useDatabase } from './fixtures/store-harness.js';

const store = useDatabase();
const NODE = { nodeId: 'each', iteration: '', run: 1, kind: 'loop' };

describe('openLoop', () => {
  test('two tries with different lists -> the first list for both', async () => {
    const { executionId } = await root(store.db);
    const loop = { executionId, ...NODE };
    expect(await openLoop(store.db, { ...loop, items: ['a', 'b', 'c'] })).toEqual({ total: 3 });
    for (const items of [['x'], ['v', 'w', 'x', 'y', 'z']])
      expect(await openLoop(store.db, { ...loop, items })).toEqual({ total: 3 });
    expect(await countLoopItems(store.db, loop)).toBe(3);
    expect(await findLoopItem(store.db, { ...loop, position: 0 })).toEqual({ item: 'a', total: 3 });
  });

  test('two tries at once with different lists -> one list, completely', async () => {
    const { executionId } = await root(store.db);
    const loop = { executionId, ...NODE };
    const lists = Array.from({ length: 8 }, (_, index) => Array<number>(10 + index * 100).fill(index));
    const totals = await Promise.all(lists.map((items) => openLoop(store.db, { ...loop, items })));
    const [{ total }] = totals as [{ total: number }];
    expect(new Set(totals.map((one) => one.total)).size).toBe(1);
    const item = (total - 10) / 100;
    for (const position of [0, total - 1])
      expect(await findLoopItem(store.db, { ...loop, position })).toEqual({ item, total });
  });

  test('an empty list, then another -> stays empty', async () => {
    const { executionId } = await root(store.db);
    const loop = { executionId, ...NODE };
    for (const items of [[], ['x']])
      expect(await openLoop(store.db, { ...loop, items })).toEqual({ total: 0 });
  });
});
