import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findViolations } from '../../../../flow/output/schema/find-violations.js';
import { schemaProblem } from '../../../../flow/output/schema/schema-problem.js';
import type { CheckedSchema } from '../../../../flow/output/schema/schema-words.js';
import { Steps } from '../../../../flow/output/schema/steps.js';
import { OverShareError } from '../../../../flow/templates/meter.js';

class Counted extends Steps {
  count = 0;

  constructor() {
    super(Infinity);
  }

  override take(count: number): void {
    this.count += count;
  }
}

function countSteps(schema: CheckedSchema, value: unknown): number {
  const steps = new Counted();
  findViolations(schema, value, steps);
  return steps.count;
}

const SCALARS = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, 0, 1, 2, -3, 1.5, 10, '', 'a', 'b', 'ab', 'abc', '😀', '😀a'),
  fc.integer({ min: -3, max: 12 }),
);
const NAMES = fc.constantFrom('a', 'b', 'c', 'ab');
const { value: VALUES } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    SCALARS,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(NAMES, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
}));

const { schema: SCHEMAS } = fc.letrec<{ schema: unknown }>((tie) => {
  const schema = tie('schema');
  const list = fc.array(schema, { minLength: 1, maxLength: 3 });
  const named = fc.dictionary(NAMES, schema, { maxKeys: 3, noNullPrototype: true });
  const names = fc.uniqueArray(NAMES, { maxLength: 2 });
  const types = fc.constantFrom('object', 'array', 'string', 'number', 'integer', 'boolean', 'null');
  const words: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
    $ref: fc.constantFrom('#/$defs/tree', '#/$defs/name'),
    type: fc.oneof(types, fc.uniqueArray(types, { minLength: 2, maxLength: 3 })),
    enum: fc.array(VALUES, { minLength: 1, maxLength: 4 }),
    const: VALUES,
    minimum: fc.integer({ min: -2, max: 4 }),
    maximum: fc.integer({ min: -2, max: 4 }),
    exclusiveMinimum: fc.integer({ min: -2, max: 4 }),
    exclusiveMaximum: fc.integer({ min: -2, max: 10 }),
    multipleOf: fc.constantFrom(1, 2, 0.5),
    minLength: fc.nat(3),
    maxLength: fc.nat(3),
    pattern: fc.constantFrom('^a', 'b$', '^(a|b)*$', '.'),
    minItems: fc.nat(2),
    maxItems: fc.nat(3),
    uniqueItems: fc.boolean(),
    items: schema,
    prefixItems: list,
    contains: schema.filter((one) => one !== false),
    minContains: fc.nat(2),
    maxContains: fc.nat(2),
    required: names,
    minProperties: fc.nat(2),
    maxProperties: fc.nat(3),
    properties: named,
    patternProperties: fc.dictionary(fc.constantFrom('^a', 'b'), schema, { noNullPrototype: true }),
    additionalProperties: schema,
    propertyNames: schema,
    dependentRequired: fc.dictionary(NAMES, names, { maxKeys: 2, noNullPrototype: true }),
    dependentSchemas: named,
    allOf: list,
    anyOf: list,
    oneOf: list,
    not: schema,
    if: schema,
    then: schema,
    else: schema,
  };
  const entries = Object.entries(words).map(([word, value]) => fc.tuple(fc.constant(word), value));
  return {
    schema: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.boolean(),
      fc
        .uniqueArray(fc.oneof(...entries), { maxLength: 3, selector: ([word]) => word })
        .map((chosen) => Object.fromEntries(chosen))
        .filter((one) => !('prefixItems' in one && 'contains' in one)),
    ),
  };
});

const DEFINITIONS = {
  tree: {
    type: ['object', 'array'],
    properties: { a: { $ref: '#/$defs/tree' } },
    items: { $ref: '#/$defs/tree' },
  },
  name: { type: 'string', maxLength: 2 },
};

const oracle = new Ajv2020({ strict: false, logger: false, validateSchema: false, useDefaults: true });

/**
 * Undefined if Ajv's generated code throws: beside an `anyOf` with a `$ref`, `patternProperties` writes to an unset
 * variable.
 */
function askOracle(schema: object, value: object): boolean | undefined {
  const validate = oracle.compile(schema);
  oracle.removeSchema(schema);
  try {
    return validate(value);
  } catch {
    return undefined;
  }
}

describe('findViolations', () => {
  test('any schema and any value -> the verdict of a validator that generates code', () => {
    let [valid, invalid] = [0, 0];
    fc.assert(
      fc.property(SCHEMAS, VALUES, (a, value) => {
        const schema = { type: 'object', properties: { a }, $defs: DEFINITIONS };
        expect(schemaProblem(schema)).toBeUndefined();
        const isValid = askOracle(schema, { a: value });
        fc.pre(isValid !== undefined);
        const found = findViolations(schema as CheckedSchema, { a: value }, new Steps(Infinity));
        expect(found.length === 0, found.join('; ')).toBe(isValid);
        if (isValid) valid += 1;
        else invalid += 1;
      }),
      { numRuns: 300 },
    );
    expect(Math.min(valid, invalid)).toBeGreaterThan(20);
  });

  test('a default -> filled in where its schema always applies, but not in one of several options', () => {
    const item = { type: 'object', properties: { n: { type: 'number', default: 1 } } };
    const schema = {
      type: 'object',
      properties: { list: { items: { $ref: '#/$defs/item' } }, choice: { anyOf: [item] } },
      $defs: { item },
    } as CheckedSchema;
    const value = { list: [{}, { n: 2 }], choice: {} };
    expect(findViolations(schema, value, new Steps(Infinity))).toEqual([]);
    expect(value).toEqual({ list: [{ n: 1 }, { n: 2 }], choice: {} });
  });

  test('a wrong choice -> reported, with the violation of each option', () => {
    const schema: CheckedSchema = { anyOf: [{ required: ['a'] }, { required: ['b'] }] };
    expect(findViolations(schema, {}, new Steps(Infinity))).toEqual([
      'it must match a schema in anyOf',
      "it must have required property 'a'",
      "it must have required property 'b'",
    ]);
  });

  test('each definition applied twice at each level of the value -> steps grow with the value, not with its powers', () => {
    const branch = { type: 'object', properties: { a: { $ref: '#/$defs/t' } }, required: ['a'] };
    const t = { anyOf: [{ ...branch, required: ['a', 'b'] }, branch, { type: 'null' }] };
    const schema = { type: 'object', properties: { t: { $ref: '#/$defs/t' } }, $defs: { t } };
    expect(schemaProblem(schema)).toBeUndefined();
    const deep = (levels: number): unknown => (levels === 0 ? null : { a: deep(levels - 1) });
    const [shallow, twice] = [20, 40].map((levels) =>
      countSteps(schema as CheckedSchema, { t: deep(levels) }),
    );
    expect(twice! / shallow!).toBeLessThan(2.1);
  });

  test('9,000 different objects that must be unique -> steps grow with the list, not with its square', () => {
    const list = (length: number) => Array.from({ length }, (_, index) => ({ index }));
    expect(
      countSteps({ uniqueItems: true }, list(9_000)) / countSteps({ uniqueItems: true }, list(900)),
    ).toBeLessThan(10.1);
  });

  test.each<[situation: string, schema: CheckedSchema, value: unknown]>([
    ['a long text and a large pattern', { pattern: 'a{900}' }, 'a'.repeat(10_000)],
    [
      'many names and patterns',
      { patternProperties: { 'a{100}': true } },
      Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`${'a'.repeat(100)}${index}`, 1])),
    ],
    [
      'a large default at many places',
      { items: { properties: { a: { default: 'x'.repeat(10_000) } } } },
      Array.from({ length: 1_000 }, () => ({})),
    ],
    [
      'many large choices of values',
      { items: { enum: Array.from({ length: 1_000 }, (_, index) => ({ index })) } },
      Array.from({ length: 1_000 }, () => ({ index: -1 })),
    ],
    [
      'many dependents of members that are missing',
      {
        items: {
          dependentSchemas: Object.fromEntries(
            Array.from({ length: 2_400 }, (_, index) => [`n${index}`, true]),
          ),
        },
      },
      Array.from({ length: 1_000 }, () => ({})),
    ],
    [
      'unique lists within each other around a long name',
      {
        $ref: '#/$defs/list',
        $defs: { list: { uniqueItems: true, items: { $ref: '#/$defs/list' } } },
      } as CheckedSchema,
      nest(150, { ['k'.repeat(48_000)]: 1 }),
    ],
    ['levels that each apply many schemas', LEVELS(), nest(200)],
  ])('%s -> over its share of steps', (_situation, schema, value) => {
    expect(() => findViolations(schema, value, new Steps(200_000))).toThrow(OverShareError);
  });
});

function nest(levels: number, innermost: unknown = 'x'): unknown {
  return levels === 0 ? innermost : [nest(levels - 1, innermost)];
}

function LEVELS(): CheckedSchema {
  const chain = (length: number): CheckedSchema =>
    length === 0 ? { items: { $ref: '#' } } : { allOf: [chain(length - 1)] };
  return chain(50);
}
