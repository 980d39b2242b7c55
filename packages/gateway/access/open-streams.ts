import { ThreadlineError } from '../../../client/threadline-error.js';

/** Shorter than the time for which a server that closes waits. */
const WAITING_MS = 8_000;

export class OpenStreams {
  readonly #maxPerUser: number;
  readonly #byUser = new Map<string, number>();
  readonly #open = new Set<AbortController>();
  readonly #waiting = new Set<AbortController>();
  #isEnding = false;

  constructor(maxPerUser: number) {
    this.#maxPerUser = maxPerUser;
  }

  get size(): number {
    return this.#open.size;
  }

  check(user: string): void {
    const count = this.#byUser.get(user) ?? 0;
    if (count >= this.#maxPerUser)
      throw new ThreadlineError(
        'Gateway.LimitReached',
        `You have ${count} open streams and waiting requests, the maximum: close one first`,
      );
  }

  open(user: string): { signal: AbortSignal; close: () => void } {
    this.check(user);
    const controller = new AbortController();
    this.#byUser.set(user, (this.#byUser.get(user) ?? 0) + 1);
    this.#open.add(controller);
    if (this.#isEnding) controller.abort();
    return { signal: controller.signal, close: () => this.#close(user, controller) };
  }

  /**
   * For a request that waits for its whole answer. Its signal aborts only after a while, because the answer may come in
   * time, and early enough to still send an error.
   */
  async during<Result>(user: string, run: (ending: AbortSignal) => Promise<Result>): Promise<Result> {
    const { close } = this.open(user);
    const ending = new AbortController();
    this.#waiting.add(ending);
    try {
      return await run(ending.signal);
    } finally {
      this.#waiting.delete(ending);
      close();
    }
  }

  endAll(): void {
    this.#isEnding = true;
    for (const controller of this.#open) controller.abort();
    const endWaiting = (): void => {
      for (const controller of this.#waiting) controller.abort();
    };
    setTimeout(endWaiting, WAITING_MS).unref();
  }

  #close(user: string, controller: AbortController): void {
    if (!this.#open.delete(controller)) return;
    controller.abort();
    const left = (this.#byUser.get(user) ?? 1) - 1;
    if (left === 0) this.#byUser.delete(user);
    else this.#byUser.set(user, left);
  }
}
