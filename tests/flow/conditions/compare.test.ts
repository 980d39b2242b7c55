import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compare } from '../../../flow/conditions/compare.js';
import { OPERATORS, type Operator } from '../../../flow/kinds/operators.js';
import { processorMs } from '../../setup/processor-ms.js';

const SLOW_PATTERN = '(a+)+$';

describe('compare', () => {
  test.each<[unknown, Operator, unknown, boolean]>([
    [0, 'exists', undefined, true],
    [null, 'exists', undefined, false],
    [undefined, 'does_not_exist', undefined, true],
    ['', 'is_empty', undefined, true],
    [{}, 'is_empty', undefined, true],
    [[], 'is_not_empty', undefined, false],
    [0, 'is_empty', undefined, false],
    [' ', 'is_not_empty', undefined, true],
    [42, 'equals', '42', true],
    ['42', 'equals', 42, true],
    [true, 'equals', 'true', true],
    [null, 'equals', '', true],
    [null, 'equals', null, true],
    [null, 'equals', 'null', false],
    [{ a: 1 }, 'equals', '{"a":1}', true],
    [[1, 2], 'equals', [1, 2], true],
    ['A', 'equals', 'a', false],
    ['a', 'not_equals', 'b', true],
    [null, 'not_equals', 0, true],
    ['hello', 'contains', 'ell', true],
    [[1, 'b'], 'contains', '1', true],
    [['ab'], 'contains', 'a', false],
    [null, 'contains', 'a', false],
    ['hello', 'not_contains', 'x', true],
    ['hello', 'starts_with', 'he', true],
    ['hello', 'not_starts_with', 'he', false],
    ['hello', 'ends_with', 'lo', true],
    ['hello', 'not_ends_with', 'lo', false],
    ['order 66', 'matches_regex', '\\d+', true],
    ['order', 'matches_regex', '^\\d+$', false],
    ['order', 'not_matches_regex', '\\d', true],
    ['x', 'matches_regex', '(', false],
    ['x', 'not_matches_regex', '(', false],
    ['x', 'not_matches_regex', '(((a{20}){20}){20}){20}', false],
    [5, 'gt', 'abc', false],
    ['10', 'gt', '9', true],
    ['abc', 'lt', 1, false],
    [null, 'gte', 0, false],
    [{}, 'lte', [], false],
    ['9007199254740993', 'gt', '9007199254740992', true],
    ['9007199254740993', 'lte', 9007199254740992, false],
    ['0.1', 'lt', '0.10000000000000000000001', true],
    ['1e2', 'gte', 100, true],
    ['-5', 'lt', '-4.9', true],
    [' 7 ', 'gt', 6, true],
    ['0x10', 'gt', 1, false],
    ['1,000', 'gt', 1, false],
    ['abc', 'length_neq', 'many', false],
    [1, 'gt', 1, false],
    ['2024-01-02', 'after', '2024-01-01', true],
    ['2024-01-01T00:00:00+02:00', 'before', '2024-01-01', true],
    [1_704_067_200_000, 'after_or_equal', '2024-01-01T00:00:00Z', true],
    ['1704067200000', 'before_or_equal', '2024-01-01 00:00', true],
    ['2024-13-01', 'after', '2024-01-01', false],
    ['2026-02-30', 'after', '2026-01-01', false],
    ['2026-02-30', 'before', '2027-01-01', false],
    ['2025-02-29T12:00Z', 'before_or_equal', '2027-01-01', false],
    ['2024-02-29', 'after', '2024-02-28', true],
    ['tomorrow', 'before', '2024-01-01', false],
    [null, 'before_or_equal', null, false],
    [true, 'is_true', undefined, true],
    ['TRUE', 'is_true', undefined, true],
    [1, 'is_true', undefined, true],
    ['yes', 'is_true', undefined, true],
    ['on', 'is_true', undefined, false],
    [2, 'is_true', undefined, false],
    [false, 'is_false', undefined, true],
    [0, 'is_false', undefined, true],
    ['No', 'is_false', undefined, true],
    [null, 'is_false', undefined, false],
    [42, 'length_gt', 1, false],
    [42, 'length_neq', 1, false],
    ['abc', 'length_gt', 1, true],
    [[1, 2], 'length_eq', '2', true],
    [{ a: 1 }, 'length_lt', 2, true],
    ['abc', 'length_neq', 3, false],
    ['abc', 'length_gte', 3, true],
    ['abc', 'length_lte', 2, false],
  ])('%j %s %j -> %s (P103)', (actual, operator, expected, holds) => {
    expect(compare(operator, { actual, expected })).toBe(holds);
  });

  test('a pattern of 1,001 characters -> false also for not_matches_regex (P103)', () => {
    expect(compare('not_matches_regex', { actual: 'x', expected: 'a'.repeat(1_001) })).toBe(false);
  });

  test('a pattern that is exponential in other engines, on a huge text -> an answer, in time', () => {
    const startedAt = processorMs();
    const actual = `${'a'.repeat(1_000_000)}b`;
    for (const expected of [SLOW_PATTERN, '(a?){300}a{300}', '(.*)(.*)(.*)(.*)(.*)x'])
      expect(typeof compare('matches_regex', { actual, expected })).toBe('boolean');
    expect(processorMs() - startedAt).toBeLessThan(3_000);
  });

  test('an unknown operator, also one of the prototype -> false', () => {
    for (const name of ['nope', 'constructor', '__proto__'])
      expect(compare(name as Operator, { actual: 1, expected: 1 })).toBe(false);
  });

  test('any comparison -> true or false, never an error', () => {
    const anything = fc.anything({ withBigInt: true, withDate: true, withNullPrototype: true });
    fc.assert(
      fc.property(fc.constantFrom(...OPERATORS), anything, anything, (operator, actual, expected) => {
        expect(typeof compare(operator, { actual, expected })).toBe('boolean');
      }),
    );
  });

  test.each<[Operator, Operator]>([
    ['exists', 'does_not_exist'],
    ['is_empty', 'is_not_empty'],
    ['equals', 'not_equals'],
    ['contains', 'not_contains'],
    ['starts_with', 'not_starts_with'],
    ['ends_with', 'not_ends_with'],
  ])('%s and %s -> exactly one holds', (operator, opposite) => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (actual, expected) => {
        expect(compare(operator, { actual, expected })).toBe(!compare(opposite, { actual, expected }));
      }),
    );
  });

  test.each(['gt', 'lt', 'gte', 'lte'] as const)(
    '%s of what is not a number -> never holds, on either side (P103)',
    (operator) => {
      for (const none of NO_NUMBERS)
        for (const other of [...NO_NUMBERS, -1, 0, 100, '100', 1e300]) {
          expect(compare(operator, { actual: none, expected: other })).toBe(false);
          expect(compare(operator, { actual: other, expected: none })).toBe(false);
        }
    },
  );

  test('two numbers, as numbers or texts -> one of <, = and >, as in mathematics', () => {
    const integer = fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n });
    fc.assert(
      fc.property(integer, integer, fc.nat(30), fc.boolean(), (one, other, places, asText) => {
        const [actual, expected] = asText ? [point(one, places), point(other, places)] : [one, other];
        const hold = (operator: Operator) => compare(operator, { actual, expected });
        expect([hold('gt'), hold('lt'), hold('gte'), hold('lte')]).toEqual([
          one > other,
          one < other,
          one >= other,
          one <= other,
        ]);
      }),
    );
  });

  test('a text of a million digits -> compared in time', () => {
    const startedAt = processorMs();
    const zeros = '0'.repeat(1_000_000);
    expect(compare('gt', { actual: `1${zeros}1`, expected: `1${zeros}0` })).toBe(true);
    expect(compare('gt', { actual: `${zeros}x`, expected: 0 })).toBe(false);
    expect(processorMs() - startedAt).toBeLessThan(1_000);
  });
});

const NO_NUMBERS = [
  undefined,
  null,
  '',
  ' ',
  'n/a',
  '1.000,00 EUR',
  'NaN',
  NaN,
  Infinity,
  true,
  [],
  [5],
  {},
  { n: 5 },
];

function point(integer: bigint, places: number): string {
  const digits = String(integer < 0n ? -integer : integer).padStart(places + 1, '0');
  const at = digits.length - places;
  return `${integer < 0n ? '-' : ''}${digits.slice(0, at)}.${digits.slice(at)}`;
}
