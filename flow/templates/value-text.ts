import type { Meter } from './meter.js';
import { isRecord } from '../../protocol/is-record.js';

const MAX_DEPTH = 200;

export function valueText(value: unknown, meter: Meter): string {
  if (value == null) return '';
  const text = typeof value === 'object' ? jsonText(value, { meter }) : String(value);
  if (typeof value !== 'object') meter.make(text.length);
  return text;
}

/** Throws above 200 levels. */
export function jsonText(value: unknown, { meter, indent = 0 }: { meter: Meter; indent?: number }): string {
  const spaces = Math.min(10, Math.max(0, indent));
  // Measures first, because a value with thirty levels of repeated references is huge as text.
  measure(value, { meter, spaces, depth: 1 });
  return JSON.stringify(value, undefined, spaces) ?? 'null';
}

function measure(
  value: unknown,
  { meter, spaces, depth }: { meter: Meter; spaces: number; depth: number },
): void {
  if (depth > MAX_DEPTH)
    throw new Error(`Template renders a value of more than ${MAX_DEPTH} levels; render a part of it`);
  const below = { meter, spaces, depth: depth + 1 };
  meter.make(1 + spaces * depth);
  if (typeof value === 'string') meter.make(value.length);
  else if (Array.isArray(value)) for (const item of value) measure(item, below);
  else if (isRecord(value))
    for (const [name, member] of Object.entries(value)) {
      meter.make(name.length);
      measure(member, below);
    }
}
