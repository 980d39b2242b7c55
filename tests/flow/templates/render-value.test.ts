import { describe, expect, test } from 'vitest';
import { renderValue } from '../../../flow/templates/render-value.js';

const SCOPE = { fetch: { items: [1, { a: 2 }], n: 5, nothing: null }, text: 'x'.repeat(100_000) };

describe('renderValue', () => {
  test.each<[unknown, unknown]>([
    ['{{ fetch.items }}', [1, { a: 2 }]],
    [' {{ fetch.n }}\n', 5],
    ['n={{ fetch.n }}', 'n=5'],
    ['{{ fetch.n }}{{ fetch.n }}', '55'],
    ['{{ fetch.nothing }}', null],
    ['{% if true %}{{ fetch.n }}{% endif %}', '5'],
    [
      { '{{ fetch.n }}': ['{{ fetch.n }}', { deep: 'a{{ fetch.n }}' }], b: 1, c: null },
      { '{{ fetch.n }}': [5, { deep: 'a5' }], b: 1, c: null },
    ],
    [7, 7],
  ])('%j -> %j', (value, rendered) => {
    expect(renderValue(value, SCOPE)).toEqual(rendered);
  });

  test.each<['fail' | 'empty' | 'keep', unknown]>([
    ['keep', [' {{ nope.x }} ', 'a{{ nope }}', 5]],
    ['empty', ['', 'a', 5]],
  ])('a missing value, %s -> %j; without a rule an error (P104)', (missing, rendered) => {
    const value = [' {{ nope.x }} ', 'a{{ nope }}', '{{ fetch.n }}'];
    expect(renderValue(value, SCOPE, { missing })).toEqual(rendered);
    expect(() => renderValue(value, SCOPE)).toThrow("Template has no value for ' {{ nope.x }} '");
  });

  test('a member called __proto__ -> a member of the copy', () => {
    const value: unknown = JSON.parse('{"__proto__":"{{ fetch.n }}"}');
    expect(JSON.stringify(renderValue(value, SCOPE))).toBe('{"__proto__":5}');
  });

  test('many texts -> the limits apply to all together', () => {
    expect(() => renderValue(new Array(30).fill('a{{ text }}'), SCOPE)).toThrow('makes more than 2000000');
  });

  test('1,000 levels -> an error with the limit', () => {
    let value: unknown = 'x';
    for (let level = 0; level < 1_000; level += 1) value = [value];
    expect(() => renderValue(value, SCOPE)).toThrow('more than 200 levels');
  });
});
