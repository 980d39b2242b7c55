/**
 * Runs `work` over all items, at most `limit` at once, and waits for all; results in the items' order. After a
 * failure nothing more is begun.
 */
export async function mapBounded<Item, Result>(
  items: readonly Item[],
  limit: number,
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, lane));
  return results;

  async function lane(): Promise<void> {
    while (next < items.length) {
      const index = next;
      next += 1;
      try {
        results[index] = await work(items[index] as Item, index);
      } catch (error) {
        next = items.length;
        throw error;
      }
    }
  }
}
