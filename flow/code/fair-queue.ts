/** Nested names take turns at each level. */
export class FairQueue<Item> {
  readonly #lines = new Map<string, FairQueue<Item>>();
  readonly #items: Item[] = [];

  get isEmpty(): boolean {
    return this.#items.length === 0 && this.#lines.size === 0;
  }

  get size(): number {
    return [...this.#lines.values()].reduce((sum, line) => sum + line.size, this.#items.length);
  }

  /** Names such as `['user', 'execution']`, equally many for all items. */
  push([name, ...below]: readonly string[], item: Item): void {
    if (name === undefined) {
      this.#items.push(item);
      return;
    }
    const line = this.#lines.get(name) ?? new FairQueue<Item>();
    this.#lines.set(name, line);
    line.push(below, item);
  }

  take(): Item | undefined {
    const next = this.#lines.entries().next().value;
    if (!next) return this.#items.shift();
    const [name, line] = next;
    const item = line.take();
    // A Map keeps insertion order, so the name moves to the end.
    this.#lines.delete(name);
    if (!line.isEmpty) this.#lines.set(name, line);
    return item;
  }

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
