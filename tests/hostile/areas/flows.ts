import { expect } from 'vitest';
import { evaluateExpression } from '../../../flow/code/evaluate-expression.js';
import { compare } from '../../../flow/conditions/compare.js';
import { evaluateTemplate } from '../../../flow/templates/evaluate-template.js';
import { validateFlow } from '../../../flow/validation/validate-flow.js';
import { nestingProblem } from '../../../flow/values/nesting-problem.js';
import { hostileArea } from '../hostile-area.js';

const SCOPE = { nodes: { look: { items: [1], text: 'x' } }, trigger: { text: 'hi', data: {} }, loop: null };

const TEMPLATES = [
  '{{ constructor }}',
  '{{ __proto__ }}',
  '{{ trigger.constructor }}',
  '{{ trigger.__proto__ }}',
  '{{ trigger["constructor"]["constructor"] }}',
  "{{ trigger.text.constructor('return process')() }}",
  '{{ trigger.toString }}',
  '{{ trigger.hasOwnProperty }}',
  '{{ nodes.look.items.push }}',
  '{{ nodes.look.items.constructor }}',
  "{{ ''.__class__.__mro__ }}",
  "{{ ''.constructor.prototype }}",
  '{{ self.__init__.__globals__ }}',
  '{{ config }}',
  '{{ process.env }}',
  '{{ globalThis.process }}',
  '{{ require("fs") }}',
  '{{ import("fs") }}',
  '{{ eval("1") }}',
  '{{ Function("return 1")() }}',
  '{{ trigger | attr("constructor") }}',
  '{{ [trigger] | map(attribute="__proto__") | list }}',
  '{{ range(1e9) }}',
  '{{ "a" * 1e9 }}',
  '{{ 9 ** 9 ** 9 }}',
  '{% for x in range(1000000000) %}x{% endfor %}',
  '{% include "/etc/passwd" %}',
  '{% import "os" as os %}',
  '{% set trigger.text = 1 %}',
  `{{ ${'('.repeat(5_000)}1${')'.repeat(5_000)} }}`,
  `{{ ${'['.repeat(5_000)} }}`,
  '{{ trigger.text | replace("", "aaaaaaaaaa") | replace("", "aaaaaaaaaa") | replace("", "aaaaaaaaaa") }}',
];

const EXPRESSIONS = [
  'process.exit(1)',
  'process.env',
  "require('fs')",
  "(await import('fs')).readFileSync('/etc/passwd')",
  "globalThis.constructor.constructor('return process')().pid",
  "[].constructor.constructor('return process')().pid",
  "(function () {}).constructor('return this')().process.pid",
  "Object.getPrototypeOf(function* () {}).constructor('return process')().next().value.pid",
  'new Proxy({}, { get() { throw process } }).x.pid',
  'Error.prepareStackTrace = (_, frames) => frames; new Error().stack[0].getThis().process.pid',
  "fetch('http://169.254.169.254/')",
  "new WebSocket('ws://evil.test')",
  'new XMLHttpRequest()',
  'setTimeout(() => {}, 1)',
  'new Worker("x")',
  'new SharedArrayBuffer(1e6).x.y',
  'Atomics.wait(new Int32Array(4), 0, 0, 1e9)',
  'WebAssembly.compile(new Uint8Array(8)).x.y',
  'Object.prototype.hacked = 1, ({}).toString.call.call(process)',
  "JSON.stringify = () => 'x', process.pid",
  'nodes.constructor.constructor("return process")().pid',
  'std.getenv("PATH")',
  'os.exec(["id"])',
  'scriptArgs[0]',
  'new Array(1e9).fill(1).length',
  "'x'.repeat(1e9)",
];

const PATTERNS = [
  '(a+)+$',
  '(a*)*$',
  '(a|a)*$',
  '(a|aa)+$',
  '(.*a){20}$',
  '(.*)*x',
  '^(a?){50}a{50}$',
  '(([a-z])+.)+[A-Z]([a-z])+$',
  '(x+x+)+y',
  '((a{0,30}){0,30})$',
  '((a{1,100}){1,100}){1,100}',
  '(?=a)',
  '(?<!a)b',
  '(a)\\1',
  '(?<n>a)\\k<n>',
  '(?R)',
  '(?>a+)b',
  'a{1,1000000}',
  '[',
  '(',
  '*',
  '\\',
  'a'.repeat(2_000),
];

const cyclic: Record<string, unknown> = { slug: 'x' };
cyclic.nodes = cyclic;
const HEAD = { slug: 'x', name: 'x' };
const FLOWS: unknown[] = [
  undefined,
  Symbol('x'),
  () => 1,
  1n,
  cyclic,
  new Proxy(
    {},
    {
      get: () => {
        throw new Error('no');
      },
    },
  ),
  {
    get slug() {
      throw new Error('no');
    },
  },
  JSON.parse('{"__proto__":{"slug":"x"},"nodes":[],"edges":[]}'),
  { ...HEAD, nodes: 'x', edges: 'y' },
  { ...HEAD, nodes: [null], edges: [null] },
  { ...HEAD, nodes: [[]], edges: [[]] },
  { ...HEAD, nodes: [{ id: '__proto__', kind: 'chat' }], edges: [] },
  { ...HEAD, nodes: [{ id: 'a', kind: 'constructor' }], edges: [] },
  { ...HEAD, nodes: [{ id: 'a', kind: '__proto__' }], edges: [] },
  { ...HEAD, nodes: [{ id: '../a', kind: 'chat' }], edges: [] },
  { ...HEAD, nodes: [{ id: 'a/b', kind: 'chat' }], edges: [] },
  {
    ...HEAD,
    nodes: [
      { id: 'a', kind: 'chat' },
      { id: 'a', kind: 'chat' },
    ],
    edges: [],
  },
  { ...HEAD, nodes: [{ id: 'a', kind: 'chat' }], edges: [{ from: 'a', to: 'a' }] },
  { ...HEAD, nodes: [{ id: 'a', kind: 'chat' }], edges: [{ from: 'constructor', to: '__proto__' }] },
  { ...HEAD, slug: '../../x', nodes: [], edges: [] },
  { ...HEAD, slug: 'x\u0000', nodes: [], edges: [] },
  { ...HEAD, nodes: Array.from({ length: 501 }, (_, n) => ({ id: `n${n}`, kind: 'chat' })), edges: [] },
  { ...HEAD, nodes: Array.from({ length: 300_000 }, () => 1), edges: [] },
  { ...HEAD, name: 'x'.repeat(3_000_000), nodes: [], edges: [] },
  { ...HEAD, nodes: [{ id: 'a', kind: 'template', config: { template: '{{ '.repeat(10_000) } }], edges: [] },
  { ...HEAD, nodes: [], edges: [], budget: { cost: Number.NaN } },
];

const SIZES: unknown[] = [
  nested(201, (below) => [below]),
  nested(3_000, (below) => [below]),
  nested(3_000, (below) => ({ a: below })),
  nested(201, (below) => ({ a: [below] })),
  nested(30, (below) => [below, below]),
  Array.from({ length: 1_000_001 }, () => 0),
  Array.from({ length: 70 }, () => 'x'.repeat(1_000_000)),
  { toJSON: 1, list: Array.from({ length: 1_000_001 }, () => null) },
  selfContaining([]),
  selfContaining([[]]),
  Object.fromEntries(Array.from({ length: 1_000_001 }, (_, n) => [n, 0])),
];

export const FLOWS_AND_CODE = [
  hostileArea({
    area: 'templates',
    inputs: TEMPLATES,
    holds(template) {
      const value = valueOf(() => evaluateTemplate(template, SCOPE));
      expect(typeof value).not.toBe('function');
      expect(JSON.stringify(value) ?? '').not.toMatch(/native code|PATH|root:/);
      expect(SCOPE.trigger.text).toBe('hi');
      expect(({} as { hacked?: unknown }).hacked).toBeUndefined();
    },
  }),
  hostileArea({
    area: 'sandbox escapes',
    inputs: EXPRESSIONS,
    async holds(expression) {
      await expect(evaluateExpression(expression, SCOPE)).rejects.toThrow(/^Expression /);
      expect(({} as { hacked?: unknown }).hacked).toBeUndefined();
    },
  }),
  hostileArea({
    area: 'regular expressions',
    inputs: PATTERNS,
    holds(pattern) {
      for (const text of [`${'a'.repeat(2_000)}!`, `${'xa'.repeat(1_000)}!`]) {
        expect(typeof compare('matches_regex', { actual: text, expected: pattern })).toBe('boolean');
      }
    },
  }),
  hostileArea({
    area: 'flow definitions',
    inputs: FLOWS,
    holds(given) {
      const { problems, definition } = validateFlow(given);
      expect(definition).toBeUndefined();
      expect(problems.filter(({ severity }) => severity === 'error').length).toBeGreaterThan(0);
    },
  }),
  hostileArea({
    area: 'sizes and depths of values',
    inputs: SIZES,
    holds: (value) => expect(nestingProblem(value)).toMatch(/levels|values|characters/),
  }),
];

function nested(levels: number, wrap: (below: unknown) => unknown): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = wrap(value);
  return value;
}

function selfContaining(list: unknown[]): unknown {
  list.push(list);
  return list;
}

function valueOf(compute: () => unknown): unknown {
  try {
    return compute();
  } catch (error) {
    expect(error).toBeInstanceOf(Error);
    return undefined;
  }
}
