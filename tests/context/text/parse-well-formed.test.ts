import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseWellFormed } from '../../../context/text/parse-well-formed.js';
import { wellFormed } from '../../../context/text/well-formed.js';

describe('parseWellFormed', () => {
  test('T17: escapes of NUL and of half a pair, in texts and names -> removed and replaced', () => {
    const json = '{"a\\u0000":["\\ud83d","b\\u0000c",{"\\udfff":"\\u0000"}],"ok":"\\ud83d\\ude00"}';
    expect(parseWellFormed(json)).toEqual({ a: ['\uFFFD', 'bc', { '\uFFFD': '' }], ok: '😀' });
  });

  test('a name that stands for the prototype -> a plain name', () => {
    const value = parseWellFormed('{"__proto__":{"a":1},"b\\u0000":2}') as object;
    expect(Object.keys(value)).toEqual(['__proto__', 'b']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  test('invalid JSON -> a SyntaxError', () => {
    expect(() => parseWellFormed('{"a":')).toThrow(SyntaxError);
  });

  test('any JSON without such escapes -> same result as JSON.parse', () => {
    fc.assert(
      fc.property(fc.json({ stringUnit: fc.constantFrom('a', ' ', 'é', '😀', '"', '\\', '\n') }), (json) => {
        expect(parseWellFormed(json)).toEqual(JSON.parse(json));
      }),
    );
  });

  test('any JSON -> every text in it is well-formed', () => {
    const stringUnit = fc.constantFrom('a', '\u0000', '\ud83d', '\ude00', '\\', 'u0000');
    fc.assert(
      fc.property(fc.json({ stringUnit }), (json) => {
        const again = JSON.stringify(parseWellFormed(json));
        JSON.parse(again, (name, value: unknown) => {
          expect(wellFormed(name)).toBe(name);
          if (typeof value === 'string') expect(wellFormed(value)).toBe(value);
          return value;
        });
      }),
    );
  });
});
