import { argument, numberArgument, type FilterInput } from './filter-input.js';
import { readMember } from './read-member.js';
import { isTruthy, measureSize } from './value-facts.js';
import { jsonText, valueText } from './value-text.js';
import { isRecord } from '../../protocol/is-record.js';

export const VALUE_FILTERS: ReadonlyMap<string, (input: FilterInput) => unknown> = new Map([
  ['default', orDefault],
  ['d', orDefault],
  ['safe', ({ value }: FilterInput) => value],
  ['string', ({ value, meter }: FilterInput) => valueText(value, meter)],
  ['tojson', toJson],
  ['length', length],
  ['count', length],
  ['int', (input: FilterInput) => Math.trunc(toNumber(input))],
  ['float', toNumber],
  ['abs', (input: FilterInput) => Math.abs(toNumber(input))],
  ['round', round],
  ['items', ({ value, meter }: FilterInput) => members(value, { meter }, (entry) => entry)],
  ['keys', ({ value, meter }: FilterInput) => members(value, { meter }, ([name]) => name)],
  ['values', ({ value, meter }: FilterInput) => members(value, { meter }, ([, member]) => member)],
  ['get', get],
]);

/** A null from JSON counts as missing. */
function orDefault(input: FilterInput): unknown {
  const isUnwanted = isTruthy(argument(input, [1, 'boolean'])) && !isTruthy(input.value);
  if (input.value != null && !isUnwanted) return input.value;
  return argument(input, [0, 'default_value']) ?? '';
}

function toJson(input: FilterInput): string {
  return jsonText(input.value, { meter: input.meter, indent: numberArgument(input, [0, 'indent', 0]) });
}

function length({ value, meter }: FilterInput): number {
  if (typeof value !== 'string') return measureSize(value);
  meter.read(value.length);
  let characters = 0;
  for (const _ of value) characters += 1;
  return characters;
}

function toNumber(input: FilterInput): number {
  const { value } = input;
  const number = typeof value === 'string' ? Number.parseFloat(value) : Number(value);
  const isNumber = Number.isFinite(number) && (typeof value !== 'object' || value === null);
  return isNumber ? number : numberArgument(input, [0, 'default', 0]);
}

function round(input: FilterInput): number {
  const places = Math.trunc(Math.min(15, Math.max(-15, numberArgument(input, [0, 'precision', 0]))));
  const factor = 10 ** places;
  const rounded = Math.round(toNumber({ ...input, positional: [] }) * factor) / factor;
  return Number.isFinite(rounded) ? rounded : toNumber({ ...input, positional: [] });
}

function members(
  value: unknown,
  { meter }: Pick<FilterInput, 'meter'>,
  select: (entry: [string, unknown]) => unknown,
): unknown[] {
  if (!isRecord(value)) return [];
  const entries = Object.entries(value);
  meter.make(entries.length);
  return entries.map(select);
}

function get(input: FilterInput): unknown {
  const { value, meter } = input;
  return (
    readMember(value, { name: argument(input, [0, 'key']), meter }) ?? argument(input, [1, 'default']) ?? null
  );
}
