import { describe, expect, test } from 'vitest';
import { parseCategory } from '../../../flow/categories/parse-category.js';
import { processorMs } from '../../setup/processor-ms.js';

const CONFIG = { categories: [{ name: 'Billing' }, { name: 'Tech support' }, { name: 'C' }, { name: 'C#' }] };

describe('parseCategory', () => {
  test.each([
    ['Billing', 'Billing'],
    ['  billing\n', 'Billing'],
    ['"Billing".', 'Billing'],
    ['**tech support**', 'Tech support'],
    ['`Billing`', 'Billing'],
    ['c#', 'C#'],
    ['c', 'C'],
    ['{"category": "billing"}', 'Billing'],
    ['```json\n{"category": "Tech support", "why": "…"}\n```', 'Tech support'],
    ['This is about billing, I think.', 'Billing'],
    ['Category: Tech support', 'Tech support'],
    ['billing or tech support', undefined],
    ['rebilling', undefined],
    ['billings', undefined],
    ['äbilling', undefined],
    ['{"category": 5}', undefined],
    ['{"category": ', undefined],
    ['', undefined],
  ])('%j -> %s', (answer, category) => {
    expect(parseCategory(answer, CONFIG)).toBe(category);
    expect(parseCategory(answer, { ...CONFIG, fallback: 'Other' })).toBe(category ?? 'Other');
  });

  const NESTED = {
    categories: ['order', 'order status', 'refund', 'C', 'C++', 'C#'].map((name) => ({ name })),
  };

  test.each([
    ['It is about order status.', 'order status'],
    ['It is about an order.', 'order'],
    ['order status, not order', 'order status'],
    ['I would say C++ here', 'C++'],
    ['I would say C# here', 'C#'],
    ['I would say C here', 'C'],
    ['order-status', 'order status'],
    ['order_status', 'order status'],
    ['  Order   Status ', 'order status'],
    ['The category is order_status', 'order status'],
    ['{"category": "order-status"}', 'order status'],
    ['not a refund', undefined],
    ['This is not about a refund.', undefined],
    ['none of refund', undefined],
    ["It isn't a refund", undefined],
    ['A refund is not what they ask for', undefined],
    ['a refund isn’t wanted', undefined],
    ['Refund does not apply.', undefined],
    ['A refund is not meant, an order is', 'order'],
    ['Das ist kein Refund', undefined],
    ['refund: no', undefined],
    ['non-refund', undefined],
    ['This is a non refund.', undefined],
    ['not a refund but an order', 'order'],
    ['no, a refund or an order', undefined],
    ['C+', undefined],
    ['refund cannot be meant', undefined],
    ["A refund can't be meant", undefined],
    ['refund would not be right', undefined],
    ['A refund was never asked for', undefined],
    ['refund is certainly not it', undefined],
    ['refund is no option', undefined],
    ['A refund does not fit.', undefined],
    ['Refund doesn’t fit', undefined],
    ['refund not meant', undefined],
    ['refund is not an order', undefined],
    ['Refund ist nicht gemeint', undefined],
    ['Refund passt nicht', undefined],
    ["Refund n'est pas voulu", undefined],
    ['A refund cannot be meant, an order is', 'order'],
    ['order, because a refund could not be meant', 'order'],
    ['refund not order', 'refund'],
    ['refund (not order)', 'refund'],
    ['Refund – not an order', 'refund'],
    ['REFUND - item not received', 'refund'],
    ['REFUND - never arrived', 'refund'],
    ['refund because it never arrived', 'refund'],
    ['refund without a receipt', 'refund'],
    ["It's a refund, isn't it?", 'refund'],
    ['A refund may be meant', 'refund'],
  ])('%j -> %s: the longest name, in its original case, unless it is negated', (answer, category) => {
    expect(parseCategory(answer, NESTED)).toBe(category);
    expect(parseCategory(answer, { ...NESTED, fallback: 'Other' })).toBe(category ?? 'Other');
  });

  test('a huge answer and an empty name -> read in time', () => {
    const startedAt = processorMs();
    const config = { categories: [{ name: '' }, { name: 'aa' }] };
    expect(parseCategory('a'.repeat(1_000_000), config)).toBeUndefined();
    expect(parseCategory('aa not '.repeat(100_000), config)).toBe('aa');
    expect(processorMs() - startedAt).toBeLessThan(2_000);
  });
});
