import { log } from '@temporalio/activity';
import { checkTouched } from '../../trajectory/touched/check-touched.js';
import { MAX_TOUCHED, type Touched } from '../../trajectory/touched/touched-thing.js';

export class TouchedThings {
  private readonly things: Touched[] = [];

  get list(): readonly Touched[] {
    return this.things;
  }

  add(touched: Touched): void {
    const thing = checkTouched(touched);
    if (this.things.length >= MAX_TOUCHED)
      throw new Error(`More than ${MAX_TOUCHED} things are touched by one call: name the ones that matter`);
    this.things.push(thing);
  }

  addFrom(declare: () => readonly Touched[]): void {
    const reasons: unknown[] = [];
    try {
      const declared = declare();
      if (holdsPromises(declared)) throw new Error('`touches` must not be asynchronous');
      if (!Array.isArray(declared)) throw new Error('`touches` must return a list');
      for (const touched of declared as readonly Touched[])
        try {
          this.add(touched);
        } catch (error) {
          reasons.push(error);
        }
    } catch (error) {
      reasons.push(error);
    }
    if (reasons.length > 0)
      log.warn('The things that a tool touched could not be recorded', {
        skipped: reasons.length,
        reason: String(reasons[0]),
      });
  }
}

/** Checked, because a promise that is rejected later would end the worker. */
function holdsPromises(declared: unknown): boolean {
  const promises = [declared].flat().filter(isThenable);
  for (const promise of promises) void promise.then(undefined, () => undefined);
  return promises.length > 0;
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}
