import { describe, expect, test } from 'vitest';
import { readToolAnswer } from '../../../flow/approval/read-tool-answer.js';

describe('readToolAnswer', () => {
  test.each([
    ['Yes', { kind: 'yes' }],
    [' 1 ', { kind: 'yes' }],
    ['{"amount": 5}', { kind: 'changed', input: { amount: 5 } }],
    ['\n{}', { kind: 'changed', input: {} }],
    ['', { kind: 'no' }],
    ['NO', { kind: 'no' }],
    ['no, too much', { kind: 'no', reason: 'no, too much' }],
    ['yes please', { kind: 'no', reason: 'yes please' }],
    ['{"amount": 5', { kind: 'broken' }],
    ['[1]', { kind: 'no', reason: '[1]' }],
  ])('%j -> %j', (answer, expected) => {
    expect(readToolAnswer(answer)).toEqual(expected);
  });
});
