import { describe, expect, test } from 'vitest';
import { findStanding } from '../../../context/standing/find-standing.js';
import { settleStanding } from '../../../context/standing/settle-standing.js';
import { SENTENCES } from './sentences.js';

const OTHER = 'Always add a joke.';
const HOSTILE = [
  'immer ',
  'toujours, ',
  'a partir de ahora ',
  'quando eu ',
  "n'",
  '"',
  '- ',
  'ik wil dat je ',
  'è: ',
  '\n',
];

describe.each(Object.entries(SENTENCES))('findStanding in %s', (_language, sentences) => {
  test.each(sentences.instructions)('%s -> an instruction', (text) => {
    expect(findStanding(text).map(({ kind }) => kind)).toEqual(['instruction']);
  });

  test.each(sentences.preferences)('%s -> a preference', (text) => {
    expect(findStanding(text).map(({ kind }) => kind)).toEqual(['preference']);
  });

  test.each(sentences.none)('%s -> not a request', (text) => {
    expect(findStanding(text)).toEqual([]);
  });

  test.each(sentences.takeBacks)('%s -> %s', (text, kind) => {
    expect(findStanding(text).map((found) => found.kind)).toEqual([kind]);
  });
});

describe.each(Object.entries(SENTENCES))('settleStanding in %s', (_language, { same, apart, ended }) => {
  test.each(same)('%s then %s -> the later one', (first, second) => {
    expect(standing(first, second)).toEqual([second]);
  });

  test.each(apart)('%s and %s -> both', (first, second) => {
    expect(standing(first, second)).toEqual([first, second]);
    expect(standing(second, first)).toEqual([second, first]);
  });

  test.each(ended)('%s then %s -> the first has ended, the others stay', (first, second) => {
    expect(standing(OTHER, first, second)).toEqual([OTHER]);
  });
});

describe('findStanding', () => {
  test('another language for the answers, in another language -> the later one', () => {
    expect(standing('Antworte immer auf Deutsch.', 'From now on answer in English.')).toEqual([
      'From now on answer in English.',
    ]);
  });

  test.each(HOSTILE)('a million characters of %j -> only its ends are read, in time', (part) => {
    expect(findStanding(part.repeat(1_000_000 / part.length)).length).toBeLessThanOrEqual(40);
    expect(findStanding(part.repeat(2_900 / part.length)).length).toBeLessThanOrEqual(40);
  });
});

function standing(...said: string[]): string[] {
  return settleStanding(said.flatMap((text) => findStanding(text)))
    .filter(({ outcome }) => outcome.kind === 'stands')
    .map(({ statement }) => statement.text);
}
