import { compareNumbers } from './compare-numbers.js';
import { comparableTime } from './comparable-time.js';
import { comparableLength, comparableText } from './comparable.js';
import { matchesPattern } from './matches-pattern.js';
import type { Operator } from '../kinds/operators.js';

type Comparison = (actual: unknown, expected: unknown) => boolean;

const COMPARISONS: Readonly<Record<Operator, Comparison>> = {
  exists,
  does_not_exist: not(exists),
  is_empty: isEmpty,
  is_not_empty: not(isEmpty),
  equals: isEqual,
  not_equals: not(isEqual),
  contains,
  not_contains: not(contains),
  starts_with: byText((actual, expected) => actual.startsWith(expected)),
  not_starts_with: byText((actual, expected) => !actual.startsWith(expected)),
  ends_with: byText((actual, expected) => actual.endsWith(expected)),
  not_ends_with: byText((actual, expected) => !actual.endsWith(expected)),
  matches_regex: byText((actual, pattern) => matchesPattern(actual, pattern) === true),
  not_matches_regex: byText((actual, pattern) => matchesPattern(actual, pattern) === false),
  gt: byNumber((order) => order > 0),
  lt: byNumber((order) => order < 0),
  gte: byNumber((order) => order >= 0),
  lte: byNumber((order) => order <= 0),
  after: byTime((actual, expected) => actual > expected),
  before: byTime((actual, expected) => actual < expected),
  after_or_equal: byTime((actual, expected) => actual >= expected),
  before_or_equal: byTime((actual, expected) => actual <= expected),
  is_true: isAmong(['true', '1', 'yes']),
  is_false: isAmong(['false', '0', 'no']),
  length_eq: byLength((order) => order === 0),
  length_neq: byLength((order) => order !== 0),
  length_gt: byLength((order) => order > 0),
  length_lt: byLength((order) => order < 0),
  length_gte: byLength((order) => order >= 0),
  length_lte: byLength((order) => order <= 0),
};

/** Never throws. `42` equals `'42'`, and a missing value equals an empty text. */
export function compare(
  operator: Operator,
  { actual, expected }: { actual: unknown; expected: unknown },
): boolean {
  return Object.hasOwn(COMPARISONS, operator) && COMPARISONS[operator](actual, expected);
}

function exists(actual: unknown): boolean {
  return actual != null;
}

function isEmpty(actual: unknown): boolean {
  return !exists(actual) || comparableLength(actual) === 0;
}

function isEqual(actual: unknown, expected: unknown): boolean {
  return comparableText(actual) === comparableText(expected);
}

function contains(actual: unknown, expected: unknown): boolean {
  const text = comparableText(expected);
  if (Array.isArray(actual)) return actual.some((item) => comparableText(item) === text);
  return comparableText(actual).includes(text);
}

function not(comparison: Comparison): Comparison {
  return (actual, expected) => !comparison(actual, expected);
}

function isAmong(words: readonly string[]): Comparison {
  return (actual) => words.includes(comparableText(actual).trim().toLowerCase());
}

function byText(holds: (actual: string, expected: string) => boolean): Comparison {
  return (actual, expected) => holds(comparableText(actual), comparableText(expected));
}

function byNumber(holds: (order: number) => boolean): Comparison {
  return (actual, expected) => {
    const order = compareNumbers(actual, expected);
    return order !== undefined && holds(order);
  };
}

function byTime(holds: (actual: number, expected: number) => boolean): Comparison {
  return (actual, expected) => {
    const times = { actual: comparableTime(actual), expected: comparableTime(expected) };
    if (times.actual === undefined || times.expected === undefined) return false;
    return holds(times.actual, times.expected);
  };
}

function byLength(holds: (order: number) => boolean): Comparison {
  const compareLength = byNumber(holds);
  return (actual, expected) => compareLength(comparableLength(actual), expected);
}
