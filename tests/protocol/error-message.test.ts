import { describe, expect, test } from 'vitest';
import { errorMessage } from '../../protocol/error-message.js';

describe('errorMessage', () => {
  test.each<[string, unknown, string]>([
    ['an error', new Error('no luck'), 'no luck'],
    ['a text', 'no luck', 'no luck'],
    [
      'an error whose message is an object',
      Object.assign(new Error(), { message: { code: 7 } }),
      '{"code":7}',
    ],
    ['an object', { code: 7 }, '{"code":7}'],
    ['an object without a prototype', Object.create(null), '{}'],
    ['undefined', undefined, 'undefined'],
    ['a symbol', Symbol('x'), 'Symbol(x)'],
    [
      'an error whose message throws',
      Object.defineProperty(new Error(), 'message', { get: () => JSON.parse('{') as unknown }),
      'The error cannot be read',
    ],
  ])('%s -> a text', (_name, error, text) => {
    expect(errorMessage(error)).toBe(text);
  });
});
