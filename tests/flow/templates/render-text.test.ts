import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { renderText } from '../../../flow/templates/render-text.js';
import { processorMs } from '../../setup/processor-ms.js';

const SCOPE = {
  trigger: { text: 'hello {{ evil }} {% if %}', user: 'Zoë 😀' },
  fetch: {
    items: [
      { name: 'b', price: 2 },
      { name: 'a', price: 10 },
    ],
    total: 2,
    empty: null,
    ok: true,
  },
  loop: { item: { id: 7 } },
  nodes: { 'my-node': { x: 1 } },
  sizes: { größe: { 日本: 4 } },
};

describe('renderText', () => {
  test.each([
    ['plain } text { %', 'plain } text { %'],
    ['{{ trigger.text }}', 'hello {{ evil }} {% if %}'],
    ['Hi {{ trigger.user }}!', 'Hi Zoë 😀!'],
    ["{{ sizes.größe.日本 }}{{ 'a.größe' }}{% if sizes.größe %}!{% endif %}", '4a.größe!'],
    ['{{ fetch.total }} {{ fetch.ok }} [{{ fetch.empty }}] {{ 1.5 }} {{ none }}', '2 true [] 1.5 '],
    ['{{ fetch.items[0] }}', '{"name":"b","price":2}'],
    ['{{ fetch.items[-1].name }}{{ fetch.items.0.name }}', 'ab'],
    ["{{ nodes['my-node'].x + 1 }}", '2'],
    ['{{ trigger.user[4] }}{{ trigger.user[::-1] }}', '😀😀 ëoZ'],
    ["{{ fetch.items | map(attribute='name') | sort | join(', ') }}", 'a, b'],
    ["{{ fetch.items | sum(attribute='price') }}", '12'],
    ["{{ (fetch.items | sort(attribute='price', reverse=true) | first).name }}", 'a'],
    ["{{ fetch.items | selectattr('price', 'equalto', 10) | length }}", '1'],
    ['{{ trigger.user | upper | truncate(3) }}', 'ZO…'],
    ["{{ 'a-b'.split('-')[1] }}{{ ' x ' | trim }}{{ 'aXa' | replace('a', 'b', 1) }}", 'bxbXa'],
    ['{{ {"a": {"b": 1}} }}', '{"a":{"b":1}}'],
    ['{{ fetch.items[0] | tojson(indent=2) }}', '{\n  "name": "b",\n  "price": 2\n}'],
    ["{{ 'x' if fetch.ok else 'y' }}{{ 'x' if not fetch.ok }}", 'x'],
    ['{{ 7 // 2 }} {{ -7 % 3 }} {{ 2 ** 3 }} {{ 10 / 4 }}', '3 2 8 2.5'],
    ["{{ '42' | int + 1 }} {{ 'x' | int(5) }} {{ 2.567 | round(1) }}", '43 5 2.6'],
    ['{% if fetch.items %}yes{% else %}no{% endif %}', 'yes'],
    ['{% if nope %}a{% elif nope.x.y %}b{% else %}c{% endif %}', 'c'],
    ['{% if nope is defined %}a{% endif %}{% if nope == none %}b{% endif %}', ''],
    [
      '{% for item in fetch.items %}{{ loop.index }}{{ item.name }}{{ loop.item.id }} {% endfor %}',
      '1b7 2a7 ',
    ],
    ['{% for x in nope %}a{% else %}none{% endfor %}', 'none'],
    ['{% for k, v in fetch.items[0].items() %}{{ k }}={{ v }};{% endfor %}', 'name=b;price=2;'],
    ['{% for x in fetch.items if x.price > 5 %}{{ x.name }}{% endfor %}', 'a'],
    ["{% for x in range(3) %}{% set y = x * 2 %}{{ y }}{% endfor %}{{ y | default('?') }}", '024?'],
    ['{% set t %}a{{ 1 }}{% endset %}{{ t }}', 'a1'],
    ['a {#- gone -#} b\n', 'ab\n'],
    ['a {{- 1 -}} b', 'a1b'],
    ["{{ '}}' }}{{ \"{%\" }}{{ 'it\\'s' }}", "}}{%it's"],
  ])('%s -> %s', (template, text) => {
    expect(renderText(template, SCOPE)).toBe(text);
  });

  test.each([
    'Hi {{ nope.x }}',
    '{{nope}}',
    '{{  nope.x.y.z  }} and {{ nope[0] }}',
    '{{ trigger.nope.deeper }}',
    '{{ nope | upper }} {{ nope | join(", ") | length }}',
    "{{ nope + 1 }} {{ 'a' ~ nope }} {{ nope.items() }}",
    '{{ trigger.__proto__ }} {{ trigger.constructor }} {{ trigger.toString }} {{ fetch.items.length }}',
    "{{ trigger['__proto__'] }} {{ __proto__ }} {{ constructor }} {{ trigger.text.constructor }}",
    '{{ fetch.items.map }} {{ fetch.items[99].name }} {{ fetch.items[1:9][7] }}',
  ])('%s -> fails; unchanged with keep; empty with empty (P104)', (template) => {
    expect(() => renderText(template, SCOPE)).toThrow('Template has no value for');
    expect(renderText(template, SCOPE, { missing: 'keep' })).toBe(template);
    expect(renderText(template, SCOPE, { missing: 'empty' })).toBe(template.replaceAll(/\{\{.*?\}\}/g, ''));
  });

  test.each([
    [
      'Dear {{ trigger.name }}, hello',
      "Template has no value for '{{ trigger.name }}': send one, add a default as in '{{ trigger.name | default('…') }}', or set 'missing' of the node or the flow to 'empty'",
    ],
    [
      "{{- 'a' ~ nope -}}",
      "Template has no value for '{{- 'a' ~ nope -}}': send one, add a default as in '{{ x | default('…') }}', or set 'missing' of the node or the flow to 'empty'",
    ],
  ])('%s -> an error with the expression and the remedy (P104)', (template, message) => {
    expect(() => renderText(template, SCOPE)).toThrow(new Error(message));
  });

  test.each([
    ["Dear {{ trigger.name | default('customer') }}", 'Dear customer'],
    ["Dear {{ fetch.empty | default('customer') }}", 'Dear customer'],
    ['Dear {{ nope.x.y | default(trigger.user) }}', 'Dear Zoë 😀'],
    ["Dear {{ trigger.name | upper | d('you') }}", 'Dear you'],
    ['{{ fetch.total | default(0) }} {{ 0 | default(5) }} {{ false | default(5) }}', '2 0 false'],
    ["{{ '' | default('x', true) }}{{ '' | default('y', boolean=true) }}{{ '' | default('z') }}", 'xy'],
    ['{{ nope.x | d }}', ''],
    ["{{ trigger.name or 'customer' }}", 'customer'],
    ['{% if trigger.name %}Dear {{ trigger.name }}{% else %}Hello{% endif %}', 'Hello'],
  ])('%s -> the default if a value is missing or null', (template, text) => {
    expect(renderText(template, SCOPE)).toBe(text);
  });

  test('missing beside present values, with keep -> only missing ones stay (P104)', () => {
    const template = "{{ nope }} {{ fetch.total }} {{ nope | default('x') }} {{ nope.x | d }}";
    expect(renderText(template, SCOPE, { missing: 'keep' })).toBe('{{ nope }} 2 x ');
  });

  test('own members named like prototype members -> ordinary data', () => {
    const scope: Record<string, unknown> = JSON.parse('{"a":{"__proto__":{"x":1},"items":2,"get":3}}');
    expect(renderText('{{ a.__proto__.x }}{{ a.items }}{{ a.get }}', scope)).toBe('123');
  });

  test.each(
    [
      ['{{ range(1000000000000) }}', 'makes more than'],
      ['{% for a in range(1000) %}{% for b in range(1000) %}{% endfor %}{% endfor %}', 'takes more than'],
      ['{% for a in range(1999999) %}{% endfor %}', 'takes more than'],
      ['{{ "x" * 1000000000 }}', "operator '*' is used between"],
      ["{{ 'a\nb' | indent(1000000000) }}", 'makes more than'],
      ['{{ range(100000) | join(text) }}', 'makes more than'],
      ["{{ text | replace('x', text) }}", 'makes more than'],
      ['{% for a in range(100) %}{{ text }}{% endfor %}', 'makes more than'],
      ['{% for a in range(10000) %}{% if text.endswith("y") %}{% endif %}{% endfor %}', 'more than'],
      ['{% for a in range(10000) %}{% if "y" in text %}{% endif %}{% endfor %}', 'reads more than'],
      [`{% set a = [1, 2] %}${'{% set a = [a, a] %}'.repeat(40)}{{ a }}`, 'makes more than'],
      [`{% set a = 'xx' %}${'{% set a = a ~ a %}'.repeat(40)}{{ a }}`, 'makes more than'],
      [`{% set a = [] %}${'{% set a = [a] %}'.repeat(300)}{{ a }}`, 'more than 200 levels'],
      ['{{ [text, text, text] | sort }}'.repeat(10), 'makes more than'],
      [`{{ 1${'+ 1'.repeat(60_000)} }}`, 'nested too deeply'],
      ['{{ 1 / 0 }}', 'the result is not a number'],
      ['{{ 1 + none }}', "operator '+' is used between a number and nothing"],
      ['{{ 5 | first }}', 'it must be a list'],
    ].map(([template = '', message]) => [template.slice(0, 100), message, template]),
  )('%s -> an error with the reason, within the time limit', (_start, message, template) => {
    const startedAt = processorMs();
    expect(() => renderText(template, { text: 'x'.repeat(100_000) })).toThrow(message);
    expect(processorMs() - startedAt).toBeLessThan(2_500);
  });

  test('20,000 expressions, text that looks like a tag, white space -> in time', () => {
    const startedAt = processorMs();
    expect(renderText('{{ a }}'.repeat(20_000), { a: 1 })).toBe('1'.repeat(20_000));
    expect(renderText('{ '.repeat(90_000) + '{{ a }}', { a: 1 })).toHaveLength(180_001);
    expect(renderText(`{{${' '.repeat(190)}a }}`.repeat(1_000), { a: 1 })).toHaveLength(1_000);
    expect(processorMs() - startedAt).toBeLessThan(3_000);
  });

  test('any value -> its text, never parsed again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(renderText('{{ a }}', { a: text })).toBe(text);
        expect(renderText('{{ a }}', { a: `{{ b }}${text}` })).toBe(`{{ b }}${text}`);
      }),
    );
  });
});
