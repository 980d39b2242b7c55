import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  findFieldProblems,
  startValue,
  Unread,
  withField,
} from '../../packages/studio/form/find-field-problems.js';
import { readKind, type FieldKind } from '../../packages/studio/form/read-fields.js';

const schemaOf = (type: z.ZodType) => z.toJSONSchema(type, { io: 'input' });

const order = schemaOf(
  z.object({
    order: z.string().describe('Its number'),
    amount: z.number(),
    count: z.int().optional(),
    urgent: z.boolean(),
    size: z.enum(['small', 'large']).optional(),
    tags: z.array(z.string()),
    address: z.object({ city: z.string(), zip: z.string().optional() }).optional(),
    either: z.union([z.string(), z.number()]).optional(),
  }),
);

const kindsOf = (kind: FieldKind): unknown =>
  kind.kind === 'object'
    ? Object.fromEntries(kind.fields.map((field) => [field.name, kindsOf(field.kind)]))
    : kind.kind === 'list'
      ? [kind.item.kind]
      : kind.kind;

describe('readKind', () => {
  test('each plain type -> its own field; a union -> JSON', () => {
    expect(kindsOf(readKind(order, undefined))).toEqual({
      order: 'text',
      amount: 'number',
      urgent: 'flag',
      tags: ['text'],
      count: 'number',
      size: 'choice',
      address: { city: 'text', zip: 'text' },
      either: 'json',
    });
  });

  test('required fields -> first, in their order', () => {
    const kind = readKind(order, undefined);
    const names = kind.kind === 'object' ? kind.fields.map(({ name }) => name) : [];
    expect(names.slice(0, 4)).toEqual(['order', 'amount', 'urgent', 'tags']);
  });

  test('values that a field cannot show unchanged, and unknown fields -> JSON', () => {
    const given = { order: 'A\u202e17', amount: '5', size: 'huge', tags: [1], address: null, more: { a: 1 } };
    expect(kindsOf(readKind(order, given))).toEqual({
      order: 'json',
      amount: 'json',
      urgent: 'flag',
      tags: 'json',
      count: 'number',
      size: 'json',
      address: 'json',
      either: 'json',
      more: 'json',
    });
  });

  test.each([
    ['no schema', null],
    ['a schema of any value', true],
    ['an object with unnamed fields', schemaOf(z.record(z.string(), z.string()))],
    ['a reference', { type: 'object', properties: {}, $ref: '#/$defs/a' }],
  ])('%s -> the whole input as JSON', (_name, schema) => {
    expect(readKind(schema, { a: 1 })).toEqual({ kind: 'json', mustBeObject: true });
  });
});

describe('findFieldProblems', () => {
  const kind = readKind(order, undefined);

  test('an empty form -> names each missing field', () => {
    expect([...findFieldProblems(kind, startValue(kind, undefined))]).toEqual([
      ['order', 'required'],
      ['amount', 'required'],
    ]);
  });

  test('texts that are not yet values, a fraction, an object without its field -> named by path', () => {
    const value = {
      order: 'A',
      amount: new Unread('1e'),
      urgent: false,
      tags: [],
      count: 1.5,
      address: { zip: '1' },
      either: new Unread('{'),
    };
    expect([...findFieldProblems(kind, value)]).toEqual([
      ['amount', 'number'],
      ['count', 'integer'],
      ['address.city', 'required'],
      ['either', 'json'],
    ]);
  });

  test('numbers in a list -> each item checked', () => {
    const numbers = readKind(schemaOf(z.object({ sizes: z.array(z.number()) })), undefined);
    expect([...findFieldProblems(numbers, { sizes: [1, undefined, new Unread('x')] })]).toEqual([
      ['sizes.1', 'required'],
      ['sizes.2', 'number'],
    ]);
  });

  test('JSON that is not an object, as the whole input -> a problem of the input', () => {
    const whole = readKind(null, {});
    expect([...findFieldProblems(whole, [1])]).toEqual([['', 'object']]);
    expect([...findFieldProblems(whole, { a: 1 })]).toEqual([]);
  });
});

describe('withField', () => {
  test.each([
    ['an emptied optional text', { a: 'x', b: 1 }, { name: 'a', next: '', isRequired: false }, { b: 1 }],
    ['an emptied required text', { a: 'x' }, { name: 'a', next: '', isRequired: true }, { a: '' }],
    ['an emptied number', { a: 1 }, { name: 'a', next: undefined, isRequired: true }, {}],
    ['an emptied optional object', { a: { b: 1 } }, { name: 'a', next: {}, isRequired: false }, {}],
    ['a field of an absent object', undefined, { name: 'a', next: 1, isRequired: true }, { a: 1 }],
  ])('%s -> absent unless required', (_name, value, change, result) => {
    expect(withField(value, change)).toEqual(result);
  });

  test('a changed field -> keeps its place', () => {
    const value = { a: 1, b: 2 };
    expect(JSON.stringify(withField(value, { name: 'a', next: 3, isRequired: true }))).toBe('{"a":3,"b":2}');
  });
});
