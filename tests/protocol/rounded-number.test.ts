import { describe, expect, test } from 'vitest';
import { roundedNumberProblem } from '../../protocol/rounded-number.js';

describe('roundedNumberProblem', () => {
  test.each([
    ['9007199254740991'],
    ['-9007199254740991'],
    ['{ "id": "9007199254740993" }'],
    ['[0.1, 1e300, 1e21, null, true]'],
  ])('%s, whose numbers are exact or have an exponent -> no problem', (json) => {
    expect(roundedNumberProblem(JSON.parse(json))).toBeUndefined();
  });

  test.each([
    ['9007199254740993', "has the number '9007199254740992', which JSON"],
    [
      '{ "a": [{ "id": -9007199254740993 }] }',
      "has the number '-9007199254740992' in field 'a.0.id', which JSON",
    ],
    ['{ "id": 123456789012345678901 }', "has the number '123456789012345680000' in field 'id', which JSON"],
  ])('%s, which the parser rounds -> the number, its place and the remedy', (json, told) => {
    expect(roundedNumberProblem(JSON.parse(json))).toBe(
      `${told} rounds past 9007199254740991: send it as text`,
    );
  });
});
