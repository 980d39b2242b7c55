import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anchorProblem } from '../../protocol/thread-anchor.js';

describe('anchorProblem', () => {
  test.each([
    { message: 1 },
    { message: 7, start: 0, end: 1 },
    { message: 2, start: 5 },
    { message: 2, end: 5 },
    { thread: 'a', message: 2 },
  ])('%j -> no problem', (anchor) => expect(anchorProblem(anchor)).toBeUndefined());

  test.each([
    [null, 'is an object like'],
    ['3', 'is an object like'],
    [[3], 'is an object like'],
    [{}, 'from 1, not of type undefined'],
    [{ message: '3' }, 'from 1, not of type string'],
    [{ message: 0 }, 'not 0'],
    [{ message: NaN }, 'not NaN'],
    [{ message: 2 ** 31 }, 'not 2147483648'],
    [{ message: 1, start: -1 }, "anchor's start must be a whole number"],
    [{ message: 1, end: 1.5 }, "anchor's end must be a whole number"],
    [{ message: 1, start: null }, 'not of type object'],
    [{ message: 1, end: 0 }, 'end 0 is not after its start 0'],
    [{ message: 1, start: 4, end: 4 }, 'end 4 is not after its start 4'],
    [{ message: 1, thread: 7 }, 'is its id, not of type number'],
    [{ message: 1, text: 'forged' }, "unknown field 'text'"],
  ])('%j -> a sentence', (anchor, words) => expect(anchorProblem(anchor)).toContain(words));

  test('any value -> no exception', () => {
    fc.assert(
      fc.property(fc.anything(), (anything) => {
        expect(['string', 'undefined']).toContain(typeof anchorProblem(anything));
      }),
    );
  });
});
