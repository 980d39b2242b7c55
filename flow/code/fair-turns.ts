export interface TurnRequest {
  line: readonly string[];
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
  /** Wall-clock time: a second of CPU may take many. */
  runMs?: number | undefined;
}

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

export class FairTurns {
  readonly #queue = new FairQueue<() => void>();
  #free: number;

  constructor(size: number) {
    this.#free = size;
  }

  get waiting(): number {
    return this.#queue.size;
  }

  /** Returns false if no turn was free in time. Rejects with an aborted signal's reason. */
  async take({ line, signal, timeoutMs }: Omit<TurnRequest, 'runMs'>): Promise<boolean> {
    signal?.throwIfAborted();
    if (this.#free > 0) {
      this.#free -= 1;
      return true;
    }
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        this.#queue.remove(line, begin);
      };
      const begin = (): void => {
        leave();
        resolve(true);
      };
      const abort = (): void => {
        leave();
        reject(signal?.reason as Error);
      };
      const giveUp = (): void => {
        leave();
        resolve(false);
      };
      const timer = timeoutMs === undefined ? undefined : setTimeout(giveUp, timeoutMs);
      signal?.addEventListener('abort', abort);
      this.#queue.push(line, begin);
    });
  }

  give(): void {
    const next = this.#queue.take();
    if (!next) this.#free += 1;
    else next();
  }
}
