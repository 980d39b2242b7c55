import { parseTemplate } from '../../../flow/templates/parse-template.js';
import { renderText } from '../../../flow/templates/render-text.js';
import { describe, expect, test } from 'vitest';

describe('parseTemplate', () => {
  test.each([
    'text',
    '{{ a.b | upper }}',
    "{{ a is defined and not b or c in ['x'] }}",
    '{# note #}',
    '{{ -a + 1 }}',
  ])('%s -> no problem', (template) => {
    expect(parseTemplate(template)).not.toHaveProperty('problem');
  });

  test.each([
    ['Hi {{ a', "Template tag '{{ a' is not closed; end it with '}}'"],
    ["{{ 'a }}", 'is not closed'],
    ['{% if a', "end it with '%}'"],
    ['{# a', "end it with '#}'"],
    ['{% if a %}b', "check that each '{% if %}' and '{% for %}' has its end: it ends too early"],
    ['{% endif %}', 'Unknown statement type: endif'],
    ['{{ }}', "Template tag '{{ }}' cannot be read"],
    ['{{ a b }}', "Template tag '{{ a b }}' cannot be read"],
    ['{{ a | nope }}', "Template tag '{{ a | nope }}' has the filter 'nope', which is not supported"],
    ['{% for x in a | constructor %}{% endfor %}', "Template has the filter 'constructor'"],
    ['{{ a is nope }}', "the test 'nope'"],
    ['{{ nope(1) }}', "the function 'nope'"],
    ['{{ a.nope(1) }}', "the function 'nope'"],
    ['{{ a[0](1) }}', 'the function'],
    ['{% macro f() %}x{% endmacro %}', "a part of the kind 'Macro'"],
    ['{% set a.b = 1 %}', 'an assignment to what is not a name'],
  ])('%s -> a sentence, as when rendering', expectProblem);

  test.each([
    ['3,000 open parentheses', `{{ ${'('.repeat(3_000)}1${')'.repeat(900)} }}`, 'cannot be read'],
    ['15,000 open conditions', '{% if a %}'.repeat(15_000), 'Template'],
    ['200 spaces', `{{ a ${' '.repeat(200)} }}`, 'has more than 200 spaces in a row'],
    ['90,000 parentheses', `{{ ${'('.repeat(90_000)}1${')'.repeat(90_000)} }}`, 'it is nested too deeply'],
    [
      '200,007 characters',
      `{{ a }}${'x'.repeat(200_000)}`,
      'Template has 200007 characters; it may have 200000',
    ],
  ])('%s -> a sentence, as when rendering', (_name, template, problem) => {
    expectProblem(template, problem);
  });

  test('16,000 nested conditions -> a sentence or a text, no overflow', () => {
    const template = `{% if a %}${'{% elif a %}'.repeat(16_000)}{% endif %}`;
    let outcome = '';
    try {
      outcome = renderText(template, {});
    } catch (error) {
      outcome = String(error);
    }
    expect(outcome).not.toContain('RangeError');
  });
});

function expectProblem(template: string, problem: string): void {
  expect(parseTemplate(template)).toMatchObject({ problem: expect.stringContaining(problem) });
  expect(() => renderText(template, {})).toThrow(problem);
}
