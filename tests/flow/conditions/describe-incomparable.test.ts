import { describe, expect, test } from 'vitest';
import {
  describeIncomparable,
  describeIncomparableItems,
  describeIncomparableRules,
} from '../../../flow/conditions/describe-incomparable.js';
import { chooseRoute } from '../../../flow/conditions/choose-route.js';
import type { SwitchRule } from '../../../flow/kinds/switch.js';
import type { Condition } from '../../../flow/kinds/condition.js';

const CHEAP: Condition = { field: 'price', operator: 'lt', value: 100 };

describe('describeIncomparable', () => {
  test.each<[Condition, unknown, string | undefined]>([
    [CHEAP, { price: 5 }, undefined],
    [CHEAP, { price: '5' }, undefined],
    [CHEAP, {}, "'price' is missing, but 'lt' compares numbers"],
    [CHEAP, { price: null }, "'price' is missing, but 'lt' compares numbers"],
    [CHEAP, { price: '1.000,00 EUR' }, "'price' is '1.000,00 EUR', but 'lt' compares numbers"],
    [CHEAP, { price: [5] }, "'price' is a list of 1, but 'lt' compares numbers"],
    [
      { ...CHEAP, value: 'cheap' },
      { price: 5 },
      "The value beside 'price' is 'cheap', but 'lt' compares numbers",
    ],
    [
      { field: 'at', operator: 'after', value: '2026-01-01' },
      { at: 'soon' },
      "'at' is 'soon', but 'after' compares dates",
    ],
    [
      { field: 'tags', operator: 'length_gt', value: 1 },
      { tags: 7 },
      "'tags' is '7', but 'length_gt' compares a length with a number",
    ],
    [{ field: 'price', operator: 'equals', value: 5 }, {}, undefined],
  ])('%j of %j -> %s', (condition, data, told) => {
    expect(describeIncomparable(condition, data)).toBe(told);
  });
});

describe('describeIncomparableRules', () => {
  const rules = [
    { field: 'amount', operator: 'lte', value: 100, route: 'auto' },
    { field: 'amount', operator: 'does_not_exist', route: 'ask' },
    { field: 'amount', operator: 'gt', value: 100, route: 'staff' },
  ] satisfies SwitchRule[];

  function passedRules(data: unknown): SwitchRule[] {
    const passed: SwitchRule[] = [];
    chooseRoute({ rules, onPassed: (rule) => void passed.push(rule) }, data);
    return passed;
  }

  test('a rule without a number, before the rule that holds -> reported with its route', () => {
    expect(describeIncomparableRules(passedRules({}), {})).toEqual([
      "Route 'auto': 'amount' is missing, but 'lte' compares numbers",
    ]);
  });

  test('numbers everywhere -> nothing is reported', () => {
    expect(describeIncomparableRules(passedRules({ amount: 500 }), { amount: 500 })).toEqual([]);
  });
});

describe('describeIncomparableItems', () => {
  test('some items without a number -> one note for the condition, with their count', () => {
    const items = [{ price: 5 }, {}, { price: 'n/a' }];
    expect(describeIncomparableItems(items, [CHEAP])).toEqual([
      "2 of 3 items: 'price' is missing, but 'lt' compares numbers",
    ]);
  });
});
