import type { Condition } from '../kinds/condition.js';
import type { SwitchRule } from '../kinds/switch.js';
import { readPath } from '../paths/read-path.js';
import { cut, shown } from '../values/shown.js';
import { isNumeric } from './compare-numbers.js';
import { comparableTime } from './comparable-time.js';
import { comparableLength } from './comparable.js';
import type { Operator } from '../kinds/operators.js';

interface Need {
  what: string;
  hasField: (actual: unknown) => boolean;
  hasValue: (expected: unknown) => boolean;
}

const NUMBERS: Need = { what: 'numbers', hasField: isNumeric, hasValue: isNumeric };
const DATES: Need = { what: 'dates', hasField: isTime, hasValue: isTime };
const LENGTHS: Need = {
  what: 'a length with a number',
  hasField: (actual) => comparableLength(actual) !== undefined,
  hasValue: isNumeric,
};

const NEEDS: Partial<Record<Operator, Need>> = {
  ...needEach(['gt', 'lt', 'gte', 'lte'], NUMBERS),
  ...needEach(['after', 'before', 'after_or_equal', 'before_or_equal'], DATES),
  ...needEach(['length_eq', 'length_neq', 'length_gt', 'length_lt', 'length_gte', 'length_lte'], LENGTHS),
};

export function describeUseless(operator: Operator, value: unknown): string | undefined {
  const need = NEEDS[operator];
  return !need || need.hasValue(value) ? undefined : need.what;
}

export function describeIncomparable(
  { field, operator, value }: Condition,
  data: unknown,
): string | undefined {
  const need = NEEDS[operator];
  if (!need) return undefined;
  const actual = readPath(data, field);
  if (!need.hasField(actual))
    return `'${field}' is ${describe(actual)}, but '${operator}' compares ${need.what}`;
  return need.hasValue(value)
    ? undefined
    : `The value beside '${field}' is ${describe(value)}, but '${operator}' compares ${need.what}`;
}

export function describeIncomparableRules(passed: readonly SwitchRule[], data: unknown): string[] {
  return passed.flatMap((rule) => {
    const describe = describeIncomparable(rule, data);
    return describe === undefined ? [] : [`Route '${cut(rule.route)}': ${describe}`];
  });
}

export function describeIncomparableItems(
  items: readonly unknown[],
  conditions: readonly Condition[],
): string[] {
  return conditions.flatMap((condition) => {
    const describe = items.flatMap((item) => describeIncomparable(condition, item) ?? []);
    const [first] = describe;
    return first === undefined ? [] : [`${describe.length} of ${items.length} items: ${first}`];
  });
}

function describe(value: unknown): string {
  return value == null ? 'missing' : shown(value);
}

function isTime(value: unknown): boolean {
  return comparableTime(value) !== undefined;
}

function needEach(operators: readonly Operator[], need: Need): Partial<Record<Operator, Need>> {
  return Object.fromEntries(operators.map((operator) => [operator, need]));
}
