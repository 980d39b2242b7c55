import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toStorable } from '../../../flow/values/to-storable.js';

const circular: Record<string, unknown> = { n: 1 };
circular['self'] = circular;
const shared = { a: 1 };
const throwing = {
  get bad(): never {
    throw new Error('getter');
  },
  good: 1,
  toJSON(): never {
    throw new Error('toJSON');
  },
};
function nested(depth: number): unknown {
  let value: unknown = 'end';
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
}

describe('toStorable', () => {
  test.each<[string, unknown, unknown]>([
    ['a BigInt', 2n ** 70n, '1180591620717411303424'],
    ['a cycle', circular, { n: 1, self: '[Circular]' }],
    ['the same object twice', [shared, shared], [{ a: 1 }, { a: 1 }]],
    ['a function', function named() {}, '[Function: named]'],
    ['a symbol', Symbol('s'), 'Symbol(s)'],
    ['a date', new Date(0), '1970-01-01T00:00:00.000Z'],
    ['an invalid date', new Date(NaN), 'Invalid Date'],
    ['a map', new Map([['a', new Set([1, 2n])]]), { a: [1, '2'] }],
    ['bytes', Buffer.from([1, 2]), [1, 2]],
    ['a view', new DataView(new ArrayBuffer(2)), [0, 0]],
    ['an error', new TypeError('no', { cause: 1n }), { name: 'TypeError', message: 'no', cause: '1' }],
    ['a pattern', /a+/g, '/a+/g'],
    ['a boxed number', Object(5), 5],
    ['NaN', NaN, 'NaN'],
    ['minus zero', [-0], [0]],
    ['an infinity', [-Infinity], ['-Infinity']],
    ['undefined', undefined, null],
    ['undefined in a list', [undefined, , 1], [null, null, 1]],
    ['undefined in an object', { a: undefined, b: 1 }, { b: 1 }],
    ['NUL and half characters', { 'a\u0000': '\ud800x\u0000' }, { 'a\uFFFD': '\uFFFDx\uFFFD' }],
    ['whole characters', '😀', '😀'],
    ['an object that says its JSON', { toJSON: () => ({ a: 1n }) }, { a: '1' }],
    ['a revoked proxy', revoked(), '[Unreadable]'],
    ['no prototype', Object.create(null), {}],
  ])('%s -> its representation (P115)', (_, value, storable) => {
    expect(toStorable(value)).toEqual(storable);
  });

  test('members that throw -> the others are kept', () => {
    expect(toStorable(throwing)).toEqual({
      bad: '[Unreadable]',
      good: 1,
      toJSON: '[Function: toJSON]',
    });
  });

  test('a member called __proto__ -> ordinary data', () => {
    const value: unknown = JSON.parse('{"__proto__":{"a":1}}');
    expect(JSON.stringify(toStorable(value))).toBe('{"__proto__":{"a":1}}');
  });

  test('200 levels are kept, more are not; 100,000 levels and a billion items -> no overflow', () => {
    expect(toStorable(nested(200))).toEqual(nested(200));
    expect(JSON.stringify(toStorable(nested(201)))).toContain('"[Too deep]"');
    expect(JSON.stringify(toStorable(nested(100_000)))).toContain('"[Too deep]"');
    expect(toStorable(new Array(1_000_000_000))).toHaveLength(999_999);
  });

  test('JSON data -> an equal copy that shares nothing with it', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const plain: unknown = JSON.parse(JSON.stringify(value));
        expect(toStorable(plain)).toEqual(plain);
      }),
    );
  });

  test('anything -> JSON that converts to itself, without NUL and half characters', () => {
    const anything = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withTypedArray: true,
    });
    fc.assert(
      fc.property(anything, (value) => {
        const json = JSON.stringify(toStorable(value));
        expect(JSON.parse(json)).toEqual(toStorable(value));
        expect(json).not.toMatch(/\\u0000|\\ud[89a-f]/);
      }),
    );
  });
});

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}
