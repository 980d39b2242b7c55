import { splitCharacters } from './read-member.js';
import type { Meter } from './meter.js';
import { nameKind } from './value-facts.js';

/** `x[start:stop:step]` of a list or a text. Throws for a step of 0 and for any other value. */
export function takeSlice(
  value: unknown,
  { bounds, meter }: { bounds: readonly unknown[]; meter: Meter },
): unknown {
  if (typeof value === 'string') return sliceList(splitCharacters(value, meter), bounds).join('');
  if (!Array.isArray(value))
    throw new Error(`Template slices ${nameKind(value)}; only a list or a text has parts`);
  meter.read(value.length);
  return sliceList(value, bounds);
}

function sliceList(items: readonly unknown[], [from, to, by]: readonly unknown[]): unknown[] {
  const step = numberOr(by, 1);
  if (!Number.isInteger(step) || step === 0)
    throw new Error(`Template slices by a step of '${step}'; take a whole number`);
  const end = items.length;
  if (step > 0)
    return items.slice(numberOr(from, 0), numberOr(to, end)).filter((_, index) => index % step === 0);
  const start = Math.min(fromStart(numberOr(from, end), end), end - 1);
  const stop = to === undefined ? -1 : fromStart(numberOr(to, -1), end);
  return items
    .filter((_, index) => index <= start && index > stop && (start - index) % -step === 0)
    .reverse();
}

/** A negative place counts from the end. */
function fromStart(place: number, length: number): number {
  return place < 0 ? place + length : place;
}

function numberOr(value: unknown, fallback: number): number {
  return typeof value === 'number' ? value : fallback;
}
