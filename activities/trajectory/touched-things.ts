import { log } from '@temporalio/activity';
import { checkTouched } from '../../trajectory/touched/check-touched.js';
import { MAX_TOUCHED, type Touched } from '../../trajectory/touched/touched-thing.js';

export class TouchedThings {
  private readonly things: Touched[] = [];

  get list(): readonly Touched[] {
    return this.things;
  }

  /** Throws a `TrajectoryError` for a malformed record. */
  add(touched: Touched): void {
    const thing = checkTouched(touched);
    if (this.things.length >= MAX_TOUCHED)
      throw new Error(`More than ${MAX_TOUCHED} things are touched by one call: name the ones that matter`);
    this.things.push(thing);
  }

  /** Logs and skips invalid records. */
  addFrom(declare: () => readonly Touched[]): void {
    try {
      const declared = declare();
      if (holdsPromises(declared)) throw new Error('`touches` must not be asynchronous');
      for (const touched of declared) this.add(touched);
    } catch (error) {
      log.warn('What a tool touched was not noted', { reason: String(error) });
    }
  }
}

/** A later rejection would end the worker. */
function holdsPromises(declared: unknown): boolean {
  const promises = [declared].flat().filter(isThenable);
  for (const promise of promises) void promise.then(undefined, () => undefined);
  return promises.length > 0;
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}
