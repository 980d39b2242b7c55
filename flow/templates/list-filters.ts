import { argument, toList, textArgument, type FilterInput } from './filter-input.js';
import { isSame } from './is-same.js';
import { readMember } from './read-member.js';
import type { Meter } from './meter.js';
import { isTruthy, nameKind } from './value-facts.js';
import { jsonText, valueText } from './value-text.js';
import { VALUE_TESTS } from './value-tests.js';

/** Objects count as lists of keys, texts as lists of characters. */
export const LIST_FILTERS: ReadonlyMap<string, (input: FilterInput) => unknown> = new Map([
  ['list', ofList((items) => items)],
  ['first', ofList((items) => items[0])],
  ['last', ofList((items) => items.at(-1))],
  ['reverse', reverse],
  ['join', ofList(join)],
  ['sort', ofList(sort)],
  ['unique', ofList(unique)],
  ['sum', ofList((items, input) => toNumbers(items, input).reduce((sum, number) => sum + number, 0))],
  ['min', ofList((items, input) => sort(items, input)[0])],
  ['max', ofList((items, input) => sort(items, input).at(-1))],
  ['map', ofList((items, input) => items.map((item) => readAttribute(item, input)))],
  ['selectattr', ofList((items, input) => items.filter((item) => hasAttribute(item, input)))],
  ['rejectattr', ofList((items, input) => items.filter((item) => !hasAttribute(item, input)))],
]);

function ofList(filter: (items: readonly unknown[], input: FilterInput) => unknown) {
  return (input: FilterInput) => {
    const items = toList(input);
    input.meter.make(items.length);
    return filter(items, input);
  };
}

function reverse(input: FilterInput): unknown {
  const reversed = toList(input).toReversed();
  input.meter.make(reversed.length);
  return typeof input.value === 'string' ? reversed.join('') : reversed;
}

function join(items: readonly unknown[], input: FilterInput): string {
  const separator = textArgument(input, [0, 'separator', '']);
  input.meter.make(separator.length * items.length);
  return items.map((item) => valueText(item, input.meter)).join(separator);
}

function sort(items: readonly unknown[], input: FilterInput): unknown[] {
  const { named } = input;
  const isCaseSensitive = isTruthy(named.get('case_sensitive'));
  const keyed = items.map((item) => {
    const key = named.has('attribute') ? readAttribute(item, input) : item;
    if (typeof key === 'number') return { item, key };
    const text = valueText(key, input.meter);
    return { item, key: isCaseSensitive ? text : text.toLowerCase() };
  });
  const areNumbers = keyed.every(({ key }) => typeof key === 'number');
  const compare = (left: string | number, right: string | number) =>
    left < right ? -1 : Number(left > right);
  const sorted = keyed.sort((left, right) =>
    areNumbers ? compare(left.key, right.key) : compare(String(left.key), String(right.key)),
  );
  const inOrder = sorted.map(({ item }) => item);
  return isTruthy(argument(input, [0, 'reverse'])) ? inOrder.reverse() : inOrder;
}

function unique(items: readonly unknown[], { meter }: FilterInput): unknown[] {
  const byJson = new Map<string, unknown>();
  for (const item of items) {
    const key = jsonText(item, { meter });
    if (!byJson.has(key)) byJson.set(key, item);
  }
  return [...byJson.values()];
}

function toNumbers(items: readonly unknown[], input: FilterInput): number[] {
  return items.map((item) => {
    const value = input.named.has('attribute') ? readAttribute(item, input) : item;
    if (typeof value === 'number') return value;
    throw new Error(`Template filter 'sum' received ${nameKind(value)}; it needs a list of numbers`);
  });
}

function readAttribute(item: unknown, input: FilterInput): unknown {
  const path = textArgument(input, [0, 'attribute', '']).split('.');
  return path.reduce<unknown>((value, name) => memberAt(value, { name, meter: input.meter }), item);
}

function memberAt(value: unknown, { name, meter }: { name: string; meter: Meter }): unknown {
  return readMember(value, { name: Array.isArray(value) ? Number(name) : name, meter });
}

/** `selectattr('a')` tests truth, `selectattr('a', 'equalto', 1)` equality. Every test of `is` works. */
function hasAttribute(item: unknown, input: FilterInput): boolean {
  const value = readAttribute(item, input);
  const test = argument(input, [1, 'test']);
  if (test === undefined) return isTruthy(value);
  if (test === 'equalto' || test === 'eq' || test === '==')
    return isSame({ left: value, right: argument(input, [2, 'value']), meter: input.meter });
  const holds = typeof test === 'string' ? VALUE_TESTS.get(test) : undefined;
  if (!holds)
    throw new Error(
      `Template test '${String(test).slice(0, 50)}' is not supported; use one such as 'equalto' or 'defined'`,
    );
  return holds(value);
}
