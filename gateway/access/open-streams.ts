import { ThreadlineError } from '../../client/threadline-error.js';

/**
 * The streamed answers that this process has open. A user has so many at once at the most, and all end when the process
 * does: their readers go on at another one.
 */
export class OpenStreams {
  readonly #maxPerUser: number;
  readonly #byUser = new Map<string, number>();
  readonly #open = new Set<AbortController>();
  #isEnding = false;

  constructor(maxPerUser: number) {
    this.#maxPerUser = maxPerUser;
  }

  get size(): number {
    return this.#open.size;
  }

  /** Throws `Gateway.LimitReached` where the user may open none. */
  check(user: string): void {
    const count = this.#byUser.get(user) ?? 0;
    if (count >= this.#maxPerUser)
      throw new ThreadlineError(
        'Gateway.LimitReached',
        `You have ${count} open streams and waiting requests, the most there may be at once: end one of them`,
      );
  }

  /** Counts a stream, until `close`; its `signal` aborts when it is to end. Throws `Gateway.LimitReached`. */
  open(user: string): { signal: AbortSignal; close: () => void } {
    this.check(user);
    const controller = new AbortController();
    this.#byUser.set(user, (this.#byUser.get(user) ?? 0) + 1);
    this.#open.add(controller);
    if (this.#isEnding) controller.abort();
    return { signal: controller.signal, close: () => this.#close(user, controller) };
  }

  /** Counts a request that waits for a whole answer, while it runs. Throws `Gateway.LimitReached`. */
  async during<Result>(user: string, run: () => Promise<Result>): Promise<Result> {
    const { close } = this.open(user);
    try {
      return await run();
    } finally {
      close();
    }
  }

  /** Ends all streams, and those that are still to be opened. */
  endAll(): void {
    this.#isEnding = true;
    for (const controller of this.#open) controller.abort();
  }

  #close(user: string, controller: AbortController): void {
    if (!this.#open.delete(controller)) return;
    controller.abort();
    const left = (this.#byUser.get(user) ?? 1) - 1;
    if (left === 0) this.#byUser.delete(user);
    else this.#byUser.set(user, left);
  }
}
