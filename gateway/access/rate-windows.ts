import { ThreadlineError } from '../../client/threadline-error.js';

const WINDOW_MS = 60_000;

interface RateOptions {
  /** Milliseconds since the epoch; default: the clock. */
  now?: () => number;
  /** The sentence of the refusal, with `%` for the limit. */
  words?: string;
}

/**
 * Counts what users or addresses do, in windows of a minute that begin for all at once, so that the counts of one window are all
 * that is kept. Each gateway counts for itself.
 */
export class RateWindows {
  readonly #perMinute: number;
  readonly #now: () => number;
  readonly #words: string;
  #counts = new Map<string, number>();
  #window = 0;

  /** `words` say what may be done so many times a minute, and was. */
  constructor(
    perMinute: number,
    { now = Date.now, words = 'You may send % requests a minute, and have sent them' }: RateOptions = {},
  ) {
    this.#perMinute = perMinute;
    this.#now = now;
    this.#words = words;
  }

  /** Counts one more. Throws `Gateway.LimitReached` where there were enough, as `check` does. */
  take(key: string): void {
    this.check(key);
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  /** Counts nothing. Throws `Gateway.LimitReached`, with the time until the next window, where there were enough in this one. */
  check(key: string): void {
    const nowMs = this.#now();
    const window = Math.floor(nowMs / WINDOW_MS);
    if (window !== this.#window) {
      this.#window = window;
      this.#counts = new Map();
    }
    if ((this.#counts.get(key) ?? 0) < this.#perMinute) return;
    throw new ThreadlineError(
      'Gateway.LimitReached',
      this.#words.replace('%', () => String(this.#perMinute)),
      { retryAfterMs: (window + 1) * WINDOW_MS - nowMs },
    );
  }
}
