import { describe, expect, test } from 'vitest';
import NODE_KINDS from '../../../flow/kinds/node-kinds.js';
import {
  isEvaluated,
  isModelCalling,
  isTrigger,
  KIND_TRAITS,
  readTraits,
} from '../../../flow/kinds/traits.js';

describe('readTraits', () => {
  test('a built-in kind -> its traits', () => {
    expect(readTraits('approval')).toStrictEqual({ work: 'evaluation', waits: true, asks: true });
  });

  test('a kind of the project -> code of the project', () => {
    expect(readTraits('custom:look-up')).toStrictEqual({ work: 'project-code' });
  });

  test.each(['ghost', 'toString', ''])("'%s' -> a sentence that the kind is unknown", (kind) => {
    expect(() => readTraits(kind)).toThrow(`Unknown node kind '${kind}'`);
  });
});

describe('isTrigger', () => {
  test('each kind -> two of them start flows', () => {
    expect(Object.keys(KIND_TRAITS).filter(isTrigger)).toStrictEqual(['chat', 'manual']);
    expect(isTrigger(undefined)).toBe(false);
  });
});

describe('isModelCalling', () => {
  test('each kind -> three of them call a model, and the categorizer is evaluated afterwards', () => {
    const calling = Object.keys(KIND_TRAITS).filter(isModelCalling);
    expect(calling).toStrictEqual(['model', 'agent', 'categorizer']);
    expect(calling.filter(isEvaluated)).toStrictEqual(['categorizer']);
  });
});

describe('KIND_TRAITS', () => {
  test('the order of the kinds -> that of their schemas', () => {
    expect(Object.keys(KIND_TRAITS)).toStrictEqual(Object.keys(NODE_KINDS));
  });
});
