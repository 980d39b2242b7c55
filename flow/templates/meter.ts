const MAX_STEPS = 200_000;
const MAX_READ = 20_000_000;
const MAX_MADE = 2_000_000;

/** Thrown where a part of the costs that a template may have is used up: it is to be evaluated elsewhere. */
export class OverShareError extends Error {}

/**
 * Counts what evaluating templates costs, for a template can loop for ever or double a text in every round. Counts
 * instead of a clock, so that the same template ends the same way everywhere: within about half a second.
 */
export class Meter {
  #steps = 0;
  #read = 0;
  #made = 0;
  readonly #share: number;

  /** `share`: of all the limits, past which an `OverShareError` is thrown instead of a sentence. */
  constructor(share = 1) {
    this.#share = share;
  }

  /** Counts one evaluation of a node of the template. Throws past 200,000. */
  step(): void {
    this.#steps += 1;
    if (this.#steps > MAX_STEPS * this.#share)
      this.#refuse(`Template takes more than ${MAX_STEPS} steps; loop over less, or use a code node`);
  }

  /** Counts characters and items that are looked at. Throws past 20,000,000. */
  read(count: number): void {
    this.#read += count;
    if (this.#read > MAX_READ * this.#share)
      this.#refuse(`Template reads more than ${MAX_READ} characters; give its filters less`);
  }

  /** Counts characters and items, before they are made. Throws past 2,000,000. */
  make(count: number): void {
    this.#made += count;
    if (!(this.#made <= MAX_MADE * this.#share))
      this.#refuse(`Template makes more than ${MAX_MADE} characters; render less, or cut the values`);
  }

  #refuse(sentence: string): never {
    throw this.#share < 1 ? new OverShareError(sentence) : new Error(sentence);
  }
}
