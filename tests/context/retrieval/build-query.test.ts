import { describe, expect, test } from 'vitest';
import { buildQuery } from '../../../context/retrieval/build-query.js';

const base = { names: ['Nora', 'Emily Stone'], now: Date.UTC(2024, 5, 1), synonyms: () => [] };

describe('buildQuery', () => {
  test('a speaker in the question -> a name, not a term; a third person stays a term', () => {
    const query = buildQuery({
      ...base,
      text: 'What did Emily tell Otis?',
      lexemes: ['emili', 'tell', 'oti'],
    });
    expect(query.names).toEqual(['Emily Stone']);
    expect(query.terms.map(({ lexeme }) => lexeme)).toEqual(['tell', 'oti']);
  });

  test('words that frame a question -> weigh less than its subject', () => {
    const { terms } = buildQuery({ ...base, text: 'What kind of dog?', lexemes: ['kind', 'dog'] });
    expect(terms[0]!.weight).toBeLessThan(terms[1]!.weight);
  });

  test('a near-synonym -> half of its nearness, in the group of its word; another form of the word -> its full weight', () => {
    const synonyms = (): { lexeme: string; similarity: number }[] => [
      { lexeme: 'bought', similarity: 1 },
      { lexeme: 'purchas', similarity: 0.8 },
    ];
    const { terms } = buildQuery({ ...base, text: 'What did I buy?', lexemes: ['buy'], synonyms });
    expect(terms).toEqual([
      { lexeme: 'buy', weight: 1, group: 0 },
      { lexeme: 'bought', weight: 1, group: 0 },
      { lexeme: 'purchas', weight: 0.4, group: 0 },
    ]);
  });

  test('a word of the question that is a synonym of another -> stays a word', () => {
    const synonyms = (): { lexeme: string; similarity: number }[] => [{ lexeme: 'dog', similarity: 0.8 }];
    const { terms } = buildQuery({ ...base, text: 'pet dog', lexemes: ['pet', 'dog'], synonyms });
    expect(terms.find(({ lexeme }) => lexeme === 'dog')).toEqual({ lexeme: 'dog', weight: 1, group: 1 });
  });

  test('a pasted text of 10,000 words -> at most 400 terms', () => {
    const lexemes = Array.from({ length: 10_000 }, (_, at) => `word${at}`);
    const synonyms = (word: string): { lexeme: string; similarity: number }[] =>
      Array.from({ length: 40 }, (_, at) => ({ lexeme: `${word}-${at}`, similarity: 0.8 }));
    const { terms } = buildQuery({ ...base, text: lexemes.join(' '), lexemes, synonyms });
    expect(terms).toHaveLength(400);
  });

  test('a request for advice or work -> words of wishes are one group with less weight than the subject; otherwise none', () => {
    const ask = (text: string) => buildQuery({ ...base, text, lexemes: ['bag'] }).terms.slice(1);
    const wishes = ask('Which bag should I take?');
    expect(wishes.map(({ lexeme }) => lexeme)).toEqual(expect.arrayContaining(['prefer', 'never', 'hate']));
    expect(new Set(wishes.map(({ group, weight }) => `${group} ${weight}`))).toEqual(new Set(['1 0.6']));
    expect(ask('Where did Ana buy the bag?')).toEqual([]);
    expect(buildQuery({ ...base, text: 'Should I?', lexemes: [] }).terms).toEqual([]);
  });

  test('a request for many messages -> narrative words are one group with less weight than the subject; otherwise none', () => {
    const ask = (text: string) => buildQuery({ ...base, text, lexemes: ['trip'] }).terms.slice(1);
    const telling = ask('In which order did I plan the trip?');
    expect(telling.map(({ lexeme }) => lexeme)).toEqual(expect.arrayContaining(['first', 'next', 'went']));
    expect(
      new Set(telling.map(({ group, weight, isNarrative }) => `${group} ${weight} ${isNarrative}`)),
    ).toEqual(new Set(['1 0.5 true']));
    expect(ask('Where did I go on the trip?')).toEqual([]);
  });

  test('no synonyms given -> the built-in English ones', () => {
    const { terms } = buildQuery({ text: 'bought?', lexemes: ['bought'], names: [], now: 0 });
    expect(terms.map(({ lexeme }) => lexeme)).toContain('buy');
  });
});
