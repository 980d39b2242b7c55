import { expect } from 'vitest';
import type { Grammar } from '../../../context/grammar/grammar.js';
import { validateGrammar } from '../../../context/grammar/validate-grammar.js';
import { asMessages, type Pair } from './fixtures.js';

export function expectPair({ broken, says, valid }: Pair, grammar: Grammar): void {
  expect(validateGrammar(asMessages(valid), grammar)).toEqual([]);
  const sentences = validateGrammar(asMessages(broken), grammar);
  expect(sentences).toEqual(
    expect.arrayContaining(
      says.map(([index, rule]) => expect.stringMatching(new RegExp(`^Message ${index} .*${rule}`, 's'))),
    ),
  );
  expect(sentences).toHaveLength(says.length);
}
