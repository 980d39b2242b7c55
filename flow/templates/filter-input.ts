import type { Meter } from './meter.js';
import { nameKind } from './value-facts.js';
import { valueText } from './value-text.js';
import { isRecord } from '../../protocol/is-record.js';

export interface FilterInput {
  value: unknown;
  positional: readonly unknown[];
  named: ReadonlyMap<string, unknown>;
  meter: Meter;
}

export function argument(
  { positional, named }: FilterInput,
  [place, name]: readonly [number, string],
): unknown {
  return positional[place] ?? named.get(name);
}

export function numberArgument(
  input: FilterInput,
  [place, name, fallback]: readonly [number, string, number],
): number {
  const given = argument(input, [place, name]) ?? fallback;
  if (typeof given === 'number') return given;
  throw new Error(`Template filter received ${nameKind(given)} as '${name}'; it must be a number`);
}

export function textArgument(
  input: FilterInput,
  [place, name, fallback]: readonly [number, string, string],
): string {
  const given = argument(input, [place, name]);
  return given === undefined ? fallback : valueText(given, input.meter);
}

export function toList({ value, meter }: Pick<FilterInput, 'value' | 'meter'>): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (value == null) return [];
  if (typeof value !== 'string' && !isRecord(value))
    throw new Error(`Template loops over ${nameKind(value)}; it must be a list`);
  const items = typeof value === 'string' ? Array.from(value) : Object.keys(value);
  meter.make(items.length);
  return items;
}
