import { describe, expect, test } from 'vitest';
import { filterItems } from '../../../flow/conditions/filter-items.js';
import type { Condition } from '../../../flow/kinds/condition.js';

const ITEMS = [{ price: 5, tags: ['a'] }, { price: 50, tags: ['a', 'b'] }, { price: 500 }, 'text', null];
const CHEAP: Condition = { field: 'price', operator: 'lt', value: 100 };
const PRICED: Condition = { field: 'price', operator: 'exists' };
const TAGGED: Condition = { field: 'tags', operator: 'contains', value: 'b' };

describe('filterItems', () => {
  test.each([
    ['all', [CHEAP, PRICED], [ITEMS[0], ITEMS[1]]],
    ['all', [CHEAP, PRICED, TAGGED], [ITEMS[1]]],
    ['any', [TAGGED, { field: 'price', operator: 'gt', value: 100 }], [ITEMS[1], ITEMS[2]]],
    ['any', [], ITEMS],
    ['all', [{ field: '', operator: 'equals', value: 'text' }], ['text']],
    ['all', [{ field: 'tags.1', operator: 'equals', value: 'b' }], [ITEMS[1]]],
  ] satisfies ['all' | 'any', Condition[], unknown[]][])(
    '%s of %j -> the items that match (P103)',
    (match, conditions, kept) => {
      expect(filterItems(ITEMS, { match, conditions })).toEqual(kept);
    },
  );

  test('without a match -> all conditions must hold (P103)', () => {
    expect(filterItems(ITEMS, { conditions: [CHEAP, PRICED] })).toHaveLength(2);
  });
});
