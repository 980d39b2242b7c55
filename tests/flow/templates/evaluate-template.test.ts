import { describe, expect, test } from 'vitest';
import { evaluateTemplate } from '../../../flow/templates/evaluate-template.js';

describe('evaluateTemplate', () => {
  test.each<[string, unknown]>([
    ['{{ a }}', [1]],
    ['{{ nope.x }}', undefined],
    ['{{ nope | upper }}', undefined],
    ['{{ a | length > 0 }}', true],
    ['{{ {"k": a} }}', { k: [1] }],
    ['text', 'text'],
    ['', ''],
  ])('%s -> %j', (template, value) => {
    expect(evaluateTemplate(template, { a: [1] })).toEqual(value);
  });

  test('a missing value inside a text -> an error', () => {
    expect(() => evaluateTemplate('x{{ nope }}', {})).toThrow("Template has no value for '{{ nope }}'");
  });
});
