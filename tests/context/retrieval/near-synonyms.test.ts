import { describe, expect, test } from 'vitest';
import { nearSynonyms } from '../../../context/retrieval/near-synonyms.js';

describe('nearSynonyms', () => {
  test.each([
    ['bought', 'buy', 1],
    ['bought', 'purchas', 0.8],
    ['purchas', 'bought', 0.8],
    ['instrument', 'cello', 0.6],
    ['cello', 'instrument', 0.6],
    ['deadlin', 'due', 0.8],
    ['vendor', 'provid', 0.8],
  ])('%s -> %s with %f', (word, other, similarity) => {
    expect(nearSynonyms(word)).toContainEqual({ lexeme: other, similarity });
  });

  test('any word -> nearest first, never itself', () => {
    const found = nearSynonyms('pet');
    expect(found.map(({ similarity }) => similarity)).toEqual(
      found.map(({ similarity }) => similarity).sort((one, other) => other - one),
    );
    expect(found.map(({ lexeme }) => lexeme)).not.toContain('pet');
  });

  test('members of one category -> not synonyms of each other', () => {
    expect(nearSynonyms('cello').map(({ lexeme }) => lexeme)).not.toContain('banjo');
  });

  test.each(['', 'qwertz', 'constructor', '__proto__'])('unknown %o -> no synonyms', (word) => {
    expect(nearSynonyms(word)).toEqual([]);
  });
});
