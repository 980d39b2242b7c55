import { describe, expect, test } from 'vitest';
import { cleanSchema, newReadBudget } from '../../../extend/mcp/clean-schema.js';

describe('cleanSchema', () => {
  test.each([[undefined], [null], ['text'], [[]], [{ type: 'string' }], [{}]])(
    '%j, which describes no object -> an object of any fields',
    (given) => {
      expect(cleanSchema(given)).toEqual({ type: 'object', properties: {} });
    },
  );

  test('keywords that some providers refuse -> omitted; the others kept', () => {
    const given = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      properties: {
        path: { type: 'string', description: 'Where', pattern: '^/', minLength: 1, 'x-own': true },
        count: { type: ['integer', 'null'], default: 3, minimum: 0 },
        kind: { const: 'a' },
        tags: { type: 'array', items: { enum: ['a', 'b', 1] } },
        any: true,
      },
      required: ['path', 'gone'],
      additionalProperties: false,
      if: {},
    };
    expect(cleanSchema(given)).toEqual({
      type: 'object',
      properties: {
        path: { type: 'string', description: 'Where', minLength: 1 },
        count: { type: ['integer', 'null'], default: 3, minimum: 0 },
        kind: { enum: ['a'] },
        tags: { type: 'array', items: { enum: ['a', 'b', 1] } },
        any: {},
      },
      required: ['path'],
      additionalProperties: false,
    });
  });

  test('references -> resolved; a circular or external one accepts anything', () => {
    const given = {
      type: 'object',
      properties: { tree: { $ref: '#/$defs/tree' }, far: { $ref: 'https://example.com/x' } },
      $defs: {
        tree: {
          type: 'object',
          properties: { name: { $ref: '#/$defs/name' }, child: { $ref: '#/$defs/tree' } },
        },
        name: { type: 'string' },
      },
    };
    expect(cleanSchema(given)?.properties).toEqual({
      tree: { type: 'object', properties: { name: { type: 'string' }, child: {} } },
      far: {},
    });
  });

  test('a choice at the top level -> all its fields; required are the ones required by every option', () => {
    const given = {
      type: 'object',
      properties: { id: { type: 'string' } },
      required: ['id'],
      anyOf: [
        { properties: { a: { type: 'string' }, both: {} }, required: ['a', 'both'] },
        { properties: { b: { type: 'number' }, both: {} }, required: ['b', 'both'] },
      ],
      allOf: [{ properties: { c: { type: 'boolean' } }, required: ['c'] }],
    };
    expect(cleanSchema(given)).toEqual({
      type: 'object',
      properties: {
        a: { type: 'string' },
        b: { type: 'number' },
        both: {},
        c: { type: 'boolean' },
        id: { type: 'string' },
      },
      required: ['id', 'c', 'both'],
    });
  });

  test('a choice of references and of choices at the top level -> all their fields', () => {
    const given = {
      oneOf: [{ $ref: '#/$defs/file' }, { anyOf: [{ $ref: '#/$defs/text' }, { $ref: '#/$defs/again' }] }],
      $defs: {
        file: { allOf: [{ $ref: '#/$defs/base' }, { properties: { path: {} }, required: ['path'] }] },
        text: { allOf: [{ $ref: '#/$defs/base' }], properties: { text: {} } },
        base: { properties: { id: { type: 'string' } }, required: ['id'] },
        again: { oneOf: [{ $ref: '#/$defs/again' }], required: ['id'] },
      },
    };
    expect(cleanSchema(given)).toEqual({
      type: 'object',
      properties: { id: { type: 'string' }, path: {}, text: {} },
      required: ['id'],
    });
  });

  test('limits and values that JSON Schema does not allow -> omitted', () => {
    const fields = {
      none: { enum: [] },
      lists: { enum: [[0, 1]] },
      negative: { minLength: -1, maxLength: -1, maxItems: -3 },
      fraction: { minItems: 1.5, maxItems: 2.5 },
      step: { multipleOf: 0, minimum: -1.5 },
      twice: { enum: ['a', 'b', 'a'] },
    };
    expect(cleanSchema({ properties: fields })?.properties).toEqual({
      none: {},
      lists: {},
      negative: {},
      fraction: {},
      step: { minimum: -1.5 },
      twice: { enum: ['a', 'b'] },
    });
  });

  test('a field whose name no provider accepts -> omitted; if it is required, the tool is omitted', () => {
    const properties = { 'größe in cm': { type: 'number' }, ok: {} };
    expect(cleanSchema({ type: 'object', properties })?.properties).toEqual({ ok: {} });
    expect(cleanSchema({ type: 'object', properties, required: ['größe in cm'] })).toBeUndefined();
  });

  test('10,000 levels, a million parts, keys of prototypes -> bounded', () => {
    let deep: unknown = {};
    for (let level = 0; level < 10_000; level += 1) deep = { type: 'array', items: deep };
    const wide = Object.fromEntries(
      Array.from({ length: 1_000 }, (_, n) => [`f${n}`, { enum: Array(1_000).fill('x'.repeat(5_000)) }]),
    );
    const given = JSON.parse(`{"__proto__":{"type":"string"},"constructor":{}}`) as object;
    const cleaned = cleanSchema({ properties: { deep, ...wide, ...given } });
    expect(JSON.stringify(cleaned).split('"items"').length).toBeLessThan(20);
    expect(Object.keys(cleaned?.properties ?? {}).length).toBe(200);
  });

  test('a large schema with 1,800 references to it -> resolved a few times, then it accepts anything', () => {
    let read = 0;
    const names = Array.from({ length: 20_000 }, (_, index) => [`name${index}`, 1]);
    const large = new Proxy(Object.fromEntries(names) as object, {
      ownKeys: (target) => {
        read += 1;
        return Reflect.ownKeys(target);
      },
    });
    const fields = Array.from({ length: 9 }, (_, index) => [`field${index}`, { $ref: '#/$defs/large' }]);
    const groups = Array.from({ length: 200 }, (_, index) => [
      `group${index}`,
      { properties: Object.fromEntries(fields) as object },
    ]);
    const cleaned = cleanSchema({ properties: Object.fromEntries(groups) as object, $defs: { large } });
    expect(read).toBeLessThan(20);
    expect(cleaned).toMatchObject({ properties: { group199: {} } });
  });

  test('20,000 references in a row -> accepts anything', () => {
    const chain = Array.from({ length: 20_000 }, (_, index) => [
      `a${index}`,
      { $ref: `#/$defs/a${index + 1}` },
    ]);
    const given = {
      properties: { field: { $ref: '#/$defs/a0' } },
      $defs: { ...(Object.fromEntries(chain) as object), a20000: { type: 'string' } },
    };
    expect(cleanSchema(given)?.properties).toEqual({ field: {} });
  });

  test('an exhausted budget -> the next schema accepts anything', () => {
    const budget = newReadBudget();
    cleanSchema({ properties: { a: { enum: Array(budget.left) } } }, budget);
    expect(cleanSchema({ properties: { b: {} } }, budget)).toEqual({ type: 'object', properties: {} });
  });
});
