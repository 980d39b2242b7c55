import { ThreadlineError } from '../../client/threadline-error.js';

const WINDOW_MS = 60_000;

/**
 * Counts the requests of users, in windows of a minute that begin for all at once, so that the counts of one window are all
 * that is kept. Each gateway counts for itself.
 */
export class RateWindows {
  readonly #perMinute: number;
  readonly #now: () => number;
  #counts = new Map<string, number>();
  #window = 0;

  constructor(perMinute: number, now: () => number = Date.now) {
    this.#perMinute = perMinute;
    this.#now = now;
  }

  /** Counts one more. Throws `Gateway.LimitReached` with the time until the next window. */
  take(user: string): void {
    const nowMs = this.#now();
    const window = Math.floor(nowMs / WINDOW_MS);
    if (window !== this.#window) {
      this.#window = window;
      this.#counts = new Map();
    }
    const count = (this.#counts.get(user) ?? 0) + 1;
    if (count > this.#perMinute)
      throw new ThreadlineError(
        'Gateway.LimitReached',
        `You may send ${this.#perMinute} requests a minute, and have sent them`,
        { retryAfterMs: (window + 1) * WINDOW_MS - nowMs },
      );
    this.#counts.set(user, count);
  }
}
