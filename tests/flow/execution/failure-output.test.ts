import { describe, expect, test } from 'vitest';
import { toFailureOutput, wasRefused } from '../../../flow/execution/failure-output.js';

const FAILURE = toFailureOutput({ error: 'Canceled', errorType: 'Cancelled' });

describe('wasRefused', () => {
  test.each([
    ['approval', { confirmed: false }, true],
    ['approval', { confirmed: true }, false],
    ['approval', null, false],
    ['subflow', FAILURE, true],
    ['subflow', { output: 'Done' }, false],
    ['code', FAILURE, false],
    ['custom:check', { confirmed: false }, false],
  ])('a node of kind %j with the output %j -> %j', (kind, output, expected) => {
    expect(wasRefused({ kind, output })).toBe(expected);
  });
});
