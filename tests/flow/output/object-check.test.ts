import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { checkObject } from '../../../flow/output/object-check.js';
import type { JsonSchema } from '../../../protocol/json-schema.js';
import { isStrictSchema, schemaFields, withoutDefaulted } from '../../../flow/output/schema-fields.js';
import { toJsonSchema } from '../../../flow/output/to-json-schema.js';

const ORDER = toJsonSchema(
  z.object({
    id: z.string().regex(/^[A-Z]{2}-\d+$/),
    items: z.array(z.object({ name: z.enum(['bolt', 'nut']), count: z.int() })),
  }),
);
const GOOD = { id: 'AB-1', items: [{ name: 'bolt', count: 2 }] };

function check(text: string, schema: JsonSchema) {
  return checkObject({ text, schema });
}

describe('checkObject', () => {
  test.each<[situation: string, text: string]>([
    ['the object alone', JSON.stringify(GOOD)],
    ['a code fence around it', `\`\`\`json\n${JSON.stringify(GOOD, null, 2)}\n\`\`\``],
    ['words around it', `Here it is: ${JSON.stringify(GOOD)} Anything else?`],
  ])('%s -> the object', async (_situation, text) => {
    expect(await check(text, ORDER)).toEqual({ object: GOOD });
  });

  test.each<[situation: string, text: string, problem: string]>([
    ['nothing', ' \n', 'it has no text'],
    ['words', 'I would rather not.', 'it is not one whole JSON object'],
    ['an object cut off', '{"id":"AB-1","items":[', 'it is not one whole JSON object'],
    ['a field that is not there', '{"id":"AB-1"}', "it must have required property 'items'"],
    [
      'a wrong value deep inside',
      JSON.stringify({ ...GOOD, items: [{ name: 'bolt', count: 'two' }] }),
      "'/items/0/count' must be integer",
    ],
    [
      'a word that is not among those',
      JSON.stringify({ ...GOOD, items: [{ name: 'cog', count: 1 }] }),
      `'/items/0/name' must be equal to one of the allowed values ({"allowedValues":["bolt","nut"]})`,
    ],
    [
      'a text that breaks a pattern',
      JSON.stringify({ ...GOOD, id: 'x' }),
      `'/id' must match pattern "^[A-Z]{2}-\\d+$"`,
    ],
    [
      'a number that no row can hold',
      '{"id":"AB-1","items":[{"name":"nut","count":1e999}]}',
      "'/items/0/count' must be integer",
    ],
    ['levels without end', `{"id":${'['.repeat(300)}${']'.repeat(300)}}`, 'it has more than 200 levels'],
  ])('%s -> reported', async (_situation, text, problem) => {
    expect((await check(text, ORDER)).problem).toContain(problem);
  });

  test('fields with a default are missing, at the top and in an item -> filled in, not required', async () => {
    const item = z.object({ name: z.string(), count: z.int().default(1) });
    const schema = toJsonSchema(z.object({ unit: z.enum(['mm', 'in']).default('mm'), items: z.array(item) }));
    expect(await check('{"items":[{"name":"bolt"}]}', schema)).toEqual({
      object: { unit: 'mm', items: [{ name: 'bolt', count: 1 }] },
    });
    expect((await check('{"unit":"cm","items":[]}', schema)).problem).toContain("'/unit' must be equal to");
  });

  test('several broken rules -> the one repair lists them all', async () => {
    const { problem } = await check(JSON.stringify({ id: 'x', items: [{ name: 'cog', count: 0.5 }] }), ORDER);
    expect(problem).toMatch(
      /'\/id' must match.*'\/items\/0\/name' must be.*'\/items\/0\/count' must be integer/,
    );
  });

  test('a null character in a text -> an object that Postgres stores', async () => {
    const schema = { type: 'object', properties: { a: { type: 'string' } } };
    expect((await check('{"a":"x\\u0000y"}', schema)).object).toEqual({ a: 'x\uFFFDy' });
  });

  test('a pattern made to run forever -> linear time', async () => {
    const schema = { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } };
    expect((await check(JSON.stringify({ a: `${'a'.repeat(5_000)}!` }), schema)).problem).toContain(
      'pattern',
    );
  });

  test('a check too long for the event loop -> checked in a thread, with the same outcome', async () => {
    const schema = { type: 'object', properties: { a: { items: { pattern: '^(.*a){20}$' } } } };
    const good = JSON.stringify({ a: Array.from({ length: 20 }, () => 'a'.repeat(200)) });
    expect((await check(good, schema)).object).toEqual(JSON.parse(good));
    expect((await check(good.replace('aa"]', 'ab"]'), schema)).problem).toContain(
      "'/a/19' must match pattern",
    );
  });

  test('an endless check -> a problem of the answer, within its second on a core', async () => {
    const schema = { type: 'object', properties: { a: { items: { pattern: '^(.*a){40}$' } } } };
    const text = JSON.stringify({ a: Array.from({ length: 4_000 }, () => `${'a'.repeat(900)}b`) });
    expect(await check(text, schema)).toEqual({
      problem: 'it takes more than 1000 ms to check against its schema',
    });
  });

  test.each<[situation: string, text: string, problem: string]>([
    ['values without end', `{"a":[${'{},'.repeat(100_000)}{}]}`, 'it has more than 100000 values'],
    ['characters without end', `{"a":"${'x'.repeat(4_000_000)}"}`, 'it has more than 4000000 characters'],
  ])('%s -> reported before anything is parsed', async (_situation, text, problem) => {
    expect(await check(text, { type: 'object' })).toEqual({ problem });
  });
});

describe('toJsonSchema', () => {
  test('zod -> its output, as plain JSON', () => {
    const schema = toJsonSchema(z.object({ tone: z.string().default('calm').describe('How it sounds') }));
    expect(schema).toEqual({
      type: 'object',
      properties: { tone: { type: 'string', default: 'calm', description: 'How it sounds' } },
      required: ['tone'],
      additionalProperties: false,
    });
  });

  test('a schema that JSON Schema cannot express -> an error', () => {
    expect(() => toJsonSchema(z.object({ at: z.date() }))).toThrow('Date');
  });
});

describe('schemaFields', () => {
  test('closed objects -> their names; others -> undefined', () => {
    expect(schemaFields(ORDER)).toEqual(['id', 'items']);
    expect(schemaFields(toJsonSchema(z.looseObject({ a: z.string() })))).toBeUndefined();
    expect(schemaFields({ type: 'object', properties: {}, allOf: [{}] })).toBeUndefined();
  });
});

describe('withoutDefaulted', () => {
  test('fields with a default, also in lists and definitions -> no longer required; other fields and values stay', () => {
    const item = { properties: { a: { default: 1 }, b: {} }, required: ['a', 'b'] };
    const loose = { ...item, required: ['b'] };
    const schema = {
      properties: { items: { items: item }, kind: { default: item }, name: { const: item } },
      required: ['items', 'kind', 'name'],
      $defs: { item },
    };
    expect(withoutDefaulted(schema)).toEqual({
      ...schema,
      properties: { ...schema.properties, items: { items: loose } },
      required: ['items', 'name'],
      $defs: { item: loose },
    });
    expect(withoutDefaulted(ORDER)).toEqual(ORDER);
  });
});

describe('isStrictSchema', () => {
  test('every object closed, with all its fields -> strict', () => {
    expect(isStrictSchema(ORDER)).toBe(true);
    expect(isStrictSchema(toJsonSchema(z.object({ a: z.object({ b: z.string().optional() }) })))).toBe(false);
    expect(isStrictSchema({ type: 'object', properties: { a: {} }, required: ['a'] })).toBe(false);
  });
});
