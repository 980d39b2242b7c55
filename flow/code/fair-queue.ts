/**
 * A queue that serves in turn: of the names at the first level each gets one item before any gets its second, and so
 * on level by level. All lines have as many levels.
 */
export class FairQueue<Item> {
  readonly #lines = new Map<string, FairQueue<Item>>();
  readonly #items: Item[] = [];

  get isEmpty(): boolean {
    return this.#items.length === 0 && this.#lines.size === 0;
  }

  /** Puts an item at the end of its line, as ['user', 'execution']. */
  push([name, ...below]: readonly string[], item: Item): void {
    if (name === undefined) {
      this.#items.push(item);
      return;
    }
    const line = this.#lines.get(name) ?? new FairQueue<Item>();
    this.#lines.set(name, line);
    line.push(below, item);
  }

  /** Takes the next item; undefined: there is none. */
  take(): Item | undefined {
    const next = this.#lines.entries().next().value;
    if (next === undefined) return this.#items.shift();
    const [name, line] = next;
    const item = line.take();
    // Behind all others: a map keeps the order in which its keys came.
    this.#lines.delete(name);
    if (!line.isEmpty) this.#lines.set(name, line);
    return item;
  }

  /** Takes an item out of its line, where it still waits. */
  remove([name, ...below]: readonly string[], item: Item): void {
    if (name === undefined) {
      const index = this.#items.indexOf(item);
      if (index >= 0) this.#items.splice(index, 1);
      return;
    }
    const line = this.#lines.get(name);
    line?.remove(below, item);
    if (line?.isEmpty) this.#lines.delete(name);
  }
}
