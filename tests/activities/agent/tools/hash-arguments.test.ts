import { describe, expect, test } from 'vitest';
import { hashArguments } from '../../../../activities/agent/tools/hash-arguments.js';

const hash = (input: unknown, toolName = 'search') => hashArguments({ toolName, input });

describe('hashArguments', () => {
  test.each([
    ['keys in another order', { b: 1, a: 2 }, { a: 2, b: 1 }],
    ['keys of an inner object', { a: [{ c: 1, b: { e: 1, d: 2 } }] }, { a: [{ b: { d: 2, e: 1 }, c: 1 }] }],
    ['keys that look like numbers', { '10': 1, '9': 2, x: 3 }, { x: 3, '9': 2, '10': 1 }],
  ])('H59: %s -> the same', (_name, one, other) => {
    expect(hash(one)).toBe(hash(other));
  });

  test.each([
    ['another value', { a: 1 }, { a: 2 }],
    ['another order of a list', { a: [1, 2] }, { a: [2, 1] }],
    ['a number as text', { a: 1 }, { a: '1' }],
    ['a key more', { a: 1 }, { a: 1, b: null }],
    ['arguments that are no JSON', '{"a":1', { a: 1 }],
    ['a key that names a prototype', {}, JSON.parse('{"__proto__":1}')],
  ])('%s -> a different hash', (_name, one, other) => {
    expect(hash(one)).not.toBe(hash(other));
  });

  test('another tool -> a different hash, even where names and arguments run together', () => {
    expect(hash({ a: 1 }, 'search')).not.toBe(hash({ a: 1 }, 'find'));
    expect(hash('x', 'a')).not.toBe(hash('', 'ax'));
  });
});
