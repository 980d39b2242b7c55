import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readPath } from '../../../flow/paths/read-path.js';

const DATA = { a: { b: [{ c: 'x' }], text: 'abc', n: 5, nothing: null }, list: [1, 2] };

describe('readPath', () => {
  test.each<[string, unknown]>([
    ['a.b.0.c', 'x'],
    ['a.n', 5],
    ['list', [1, 2]],
    ['', DATA],
    ['nope', null],
    ['nope.x.y', null],
    ['a.nothing', null],
    ['a.nothing.x', null],
    ['a.text.0', null],
    ['a.text.length', null],
    ['a.n.toFixed', null],
    ['list.length', null],
    ['list.2', null],
    ['list.-1', null],
    ['list.01', null],
    ['list.map', null],
    ['a.__proto__', null],
    ['a.constructor', null],
    ['a..b', null],
    ['.', null],
  ])('%s -> %j (P74)', (path, value) => {
    expect(readPath(DATA, path)).toEqual(value);
  });

  test('any data and path -> no error', () => {
    fc.assert(fc.property(fc.anything(), fc.string(), (data, path) => void readPath(data, path)));
  });

  test('a path of own members -> the same value as in JavaScript', () => {
    const name = fc.stringMatching(/^[a-z]{1,5}$/);
    fc.assert(
      fc.property(name, name, fc.jsonValue(), (first, second, value) => {
        expect(readPath({ [first]: [{ [second]: value }] }, `${first}.0.${second}`)).toEqual(value);
      }),
    );
  });
});
