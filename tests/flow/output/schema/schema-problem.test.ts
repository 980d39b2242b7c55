import { describe, expect, test } from 'vitest';
import { schemaProblem } from '../../../../flow/output/schema/schema-problem.js';

function having(a: unknown, $defs: Record<string, unknown> = {}) {
  return { type: 'object', properties: { a }, $defs };
}

function doubling(levels: number): Record<string, unknown> {
  const definitions = Array.from({ length: levels }, (_, level) => [
    `d${level}`,
    { allOf: [{ $ref: `#/$defs/d${level + 1}` }, { $ref: `#/$defs/d${level + 1}` }] },
  ]);
  return { ...Object.fromEntries(definitions), [`d${levels}`]: { type: 'string' } };
}

describe('schemaProblem', () => {
  test.each<[situation: string, schema: object, problem: string]>([
    ['of a list', { type: 'array' }, 'must be the JSON Schema of an object'],
    ['too large', { type: 'object', description: 'x'.repeat(40_000) }, 'must have at most 32,000 characters'],
    [
      'a type twice',
      having({ type: ['null', 'null'] }),
      "'output.properties.a.type' must be one or several of",
    ],
    ['an unknown type', having({ type: 'txt' }), "'output.properties.a.type' must be one or several of"],
    [
      'a schema that is a text',
      having({ anyOf: [{}, 'x'] }),
      "'output.properties.a.anyOf[1]' must be a schema",
    ],
    ['no choices', having({ anyOf: [] }), "'output.properties.a.anyOf' must be a list of schemas"],
    [
      'names that are numbers',
      having({ required: [1] }),
      "'output.properties.a.required' must be a list of names",
    ],
    ['a negative count', having({ minLength: -1 }), "'output.properties.a.minLength' must be a whole number"],
    [
      'multiples of 0',
      having({ multipleOf: 0 }),
      "'output.properties.a.multipleOf' must be a number above 0",
    ],
    [
      'a reference to elsewhere',
      having({ $ref: 'https://x.test/y' }),
      "'output.properties.a.$ref' must refer to a schema in this schema",
    ],
    [
      'a reference to nothing',
      having({ $ref: '#/$defs/b' }),
      "'output.properties.a.$ref' must refer to a schema",
    ],
    [
      'a pattern that looks ahead',
      having({ pattern: '(?=a)' }),
      "'output.properties.a.pattern' must be a regular expression in RE2 syntax",
    ],
    [
      'a pattern that compiles to very much',
      having({ pattern: 'a{1000}'.repeat(100) }),
      "'output.properties.a.pattern' must be a regular expression in RE2 syntax: The pattern repeats too much",
    ],
    [
      'a wrong pattern of names',
      having({ patternProperties: { '(': {} } }),
      "'output.properties.a.patternProperties' must be a regular expression",
    ],
    [
      'many large patterns',
      having({ allOf: Array.from({ length: 5 }, (_, index) => ({ pattern: `a{${400 + index}}` })) }),
      "'output.properties.a.allOf[2].pattern' is one pattern too many",
    ],
    [
      'a definition that is itself',
      having({ $ref: '#/$defs/b' }, { b: { anyOf: [{ $ref: '#/$defs/c' }] }, c: { $ref: '#/$defs/b' } }),
      'refers back to itself for the same value',
    ],
    [
      'a root that refers to itself in place',
      { type: 'object', allOf: [{ $ref: '#' }] },
      "'output.allOf[0].$ref' refers back to itself for the same value",
    ],
    [
      'definitions that double at every level',
      having({ $ref: '#/$defs/d0' }, doubling(12)),
      'applies more than 1000 schemas to one value',
    ],
    [
      'a dynamic reference',
      having({ $dynamicRef: '#x' }),
      "'output.properties.a.$dynamicRef' is not supported",
    ],
    [
      'unevaluated members',
      { type: 'object', unevaluatedProperties: false },
      "'output.unevaluatedProperties' is not",
    ],
    [
      'a base of its own below',
      having({ $id: 'https://x.test/y' }),
      "'output.properties.a.$id' is not supported",
    ],
  ])('%s -> refused, with its place', (_situation, schema, problem) => {
    expect(schemaProblem({ ...schema })).toContain(problem);
  });

  test.each<[situation: string, schema: object]>([
    [
      'its own definitions, and the draft it is of',
      {
        $schema: 'http://json-schema.org/draft-07/schema#',
        $id: 'https://x.test/tree',
        type: 'object',
        properties: { tree: { $ref: '#/$defs/tree' } },
        $defs: { tree: { type: 'object', properties: { below: { $ref: '#/$defs/tree' } } } },
      },
    ],
    [
      'a definition in a place of its own',
      { type: 'object', properties: { a: { $ref: '#/parts/a' } }, parts: { a: {} } },
    ],
    ['names that need escapes', having({ $ref: '#/$defs/a~1b%20c' }, { 'a/b c': { type: 'string' } })],
    ['a field named like a keyword', { type: 'object', properties: { $ref: { type: 'string' }, type: {} } }],
    ['an operator on two of its kind', having({ $ref: '#/$defs/sum' }, EXPRESSIONS())],
    ['null instead of nothing', having({ type: ['string', 'null'], enum: ['a', null] })],
  ])('%s -> accepted', (_situation, schema) => {
    expect(schemaProblem({ ...schema })).toBeUndefined();
  });
});

function EXPRESSIONS(): Record<string, unknown> {
  const kind = (op: string) => ({
    type: 'object',
    properties: { op: { const: op }, left: { $ref: '#/$defs/sum' }, right: { $ref: '#/$defs/sum' } },
  });
  return { sum: { anyOf: [kind('plus'), kind('times'), { type: 'number' }] } };
}
