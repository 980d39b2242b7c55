import { ThreadlineError } from '../../../client/threadline-error.js';

const WINDOW_MS = 60_000;

interface RateOptions {
  now?: () => number;
  /** The error's text. `%` stands for the limit. */
  words?: string;
}

/** Fixed windows of a minute, separate in each process. */
export class RateWindows {
  readonly #perMinute: number;
  readonly #now: () => number;
  readonly #words: string;
  #counts = new Map<string, number>();
  #window = 0;

  constructor(
    perMinute: number,
    { now = Date.now, words = 'The limit of % requests per minute is reached' }: RateOptions = {},
  ) {
    this.#perMinute = perMinute;
    this.#now = now;
    this.#words = words;
  }

  take(key: string): void {
    this.check(key);
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

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
