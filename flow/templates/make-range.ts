import type { Meter } from './meter.js';

/** `range(stop)` or `range(start, stop, step)`. Throws for bounds that are not whole numbers. */
export function makeRange(bounds: readonly unknown[], meter: Meter): number[] {
  const [first, second, step = 1] = bounds;
  const [start, stop] = second === undefined ? [0, first] : [first, second];
  if (!isWhole(start) || !isWhole(stop) || !isWhole(step) || step === 0)
    throw new Error(
      "Template calls 'range' with what are no whole numbers; give it a start, a stop and a step",
    );
  const length = Math.max(0, Math.ceil((stop - start) / step));
  meter.make(length);
  return Array.from({ length }, (_, index) => start + index * step);
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value);
}
