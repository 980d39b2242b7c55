import { describe, expect, test } from 'vitest';
import { outerIterations } from '../../../flow/scheduler/outer-iterations.js';

describe('outerIterations', () => {
  test.each([
    ['', ['']],
    ['3', ['3', '']],
    ['3.0', ['3.0', '3', '']],
    ['12.4.7', ['12.4.7', '12.4', '12', '']],
  ])("'%s' -> from the inside out", (iteration, expected) => {
    expect(outerIterations(iteration)).toEqual(expected);
  });
});
