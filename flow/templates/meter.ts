const MAX_STEPS = 200_000;
const MAX_READ = 20_000_000;
const MAX_MADE = 2_000_000;

/** Thrown below the real limits, so that the caller can use a thread. */
export class OverShareError extends Error {}

/** Allows about half a second. Counts steps instead of time, so that all machines agree. */
export class Meter {
  #steps = 0;
  #read = 0;
  #made = 0;
  readonly #share: number;

  /** `OverShareError` is thrown at this `share` of the limits. */
  constructor(share = 1) {
    this.#share = share;
  }

  step(): void {
    this.#steps += 1;
    if (this.#steps > MAX_STEPS * this.#share)
      this.#refuse(`Template takes more than ${MAX_STEPS} steps; loop over less, or use a code node`);
  }

  read(count: number): void {
    this.#read += count;
    if (this.#read > MAX_READ * this.#share)
      this.#refuse(`Template reads more than ${MAX_READ} characters; pass less to its filters`);
  }

  /** Call before creating characters or items. */
  make(count: number): void {
    this.#made += count;
    if (!(this.#made <= MAX_MADE * this.#share))
      this.#refuse(`Template makes more than ${MAX_MADE} characters; render less, or cut the values`);
  }

  #refuse(sentence: string): never {
    throw this.#share < 1 ? new OverShareError(sentence) : new Error(sentence);
  }
}
