import { OverShareError } from '../../templates/meter.js';

/** In steps of about 0.1 µs. Throws an `OverShareError` above the limit. */
export class Steps {
  #left: number;

  constructor(limit: number) {
    this.#left = limit;
  }

  take(count: number): void {
    this.#left -= count;
    if (this.#left < 0) this.refuse();
  }

  refuse(): never {
    throw new OverShareError('The check takes more steps than its share');
  }
}
