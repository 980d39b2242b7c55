import type { Meter } from './meter.js';
import { isRecord } from '../../protocol/is-record.js';

/** Never reads prototypes. Negative indexes count from the end. */
export function readMember(value: unknown, { name, meter }: { name: unknown; meter: Meter }): unknown {
  if (isRecord(value)) {
    const key = typeof name === 'number' ? String(name) : name;
    return typeof key === 'string' && Object.hasOwn(value, key) ? value[key] : undefined;
  }
  if (typeof name !== 'number') return undefined;
  if (Array.isArray(value)) return value.at(name);
  return typeof value === 'string' ? splitCharacters(value, meter).at(name) : undefined;
}

export function splitCharacters(text: string, meter: Meter): string[] {
  meter.read(text.length);
  return Array.from(text);
}
