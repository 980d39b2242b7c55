import { describe, expect, test } from 'vitest';
import { findStanding } from '../../../context/standing/find-standing.js';
import { settleStanding } from '../../../context/standing/settle-standing.js';

function standing(...said: string[]): string[] {
  return settleStanding(said.flatMap((text) => findStanding(text)))
    .filter(({ outcome }) => outcome.kind === 'stands')
    .map(({ statement }) => statement.text);
}

const SAME: readonly (readonly [string, string])[] = [
  ['Always answer in metric units.', 'From now on, use imperial units.'],
  ['Answer in German.', 'From now on answer in French.'],
  ['Never call me before nine.', 'Never call me before ten.'],
  ['Never use emojis.', 'Always use emojis.'],
  ['I prefer window seats.', 'I prefer aisle seats.'],
  ['I prefer tea over coffee.', 'I prefer coffee over tea.'],
  ['I prefer short answers.', 'I prefer detailed answers.'],
  ['Keep your answers brief.', 'I prefer long answers.'],
  ['Call me Ada.', 'Call me Captain.'],
  ['Please call me Ada.', 'From now on, call me Dr. Chen.'],
  ['Limit your answers to 200 words.', 'Limit your answers to one hundred words.'],
  ['When I ask about recipes, list the calories.', 'Whenever I ask about a recipe, never list calories.'],
  ['Always give prices in euros.', 'Always give prices in dollars.'],
  ['Always cite your sources.', 'Never cite sources.'],
];

const APART: readonly (readonly [string, string])[] = [
  ['Always answer in metric units.', 'I prefer short answers.'],
  ['Always answer in German.', 'Never use emojis in your answers.'],
  ['When I ask about Python, show type hints.', 'When I ask about Python, keep examples short.'],
  ['Always answer in German.', 'When I ask about work, answer in English.'],
  ['Never suggest meat.', 'Never suggest fish.'],
  ['Always use type hints in Python.', 'Always use docstrings in Python.'],
  ['Always cite your sources.', 'Always cite page numbers.'],
  ['Never call me before nine.', 'Always call me by my first name.'],
  ['End every answer with a joke.', 'Start every answer with a summary.'],
  ['Call me Ada.', "Don't call me Bob."],
  ['I prefer window seats.', 'I prefer vegetarian restaurants.'],
];

const TAKEN_BACK: readonly (readonly [string, string])[] = [
  ['Always answer in metric units.', 'Forget what I said about units.'],
  ['Always answer in metric units.', 'Forget what I said about metric units, please.'],
  ['Always answer in metric units.', 'You no longer need to answer in metric units.'],
  ['Always answer in metric units.', 'Please stop answering in metric units.'],
  ['Never call me before nine.', 'You can call me before nine again.'],
  ['Never use emojis.', "It's fine to use emojis again."],
  ['Always cite your sources.', "You don't have to cite sources any more."],
  ['I prefer window seats.', 'I no longer prefer window seats.'],
  ['When I ask about recipes, list the calories.', 'Ignore my request about calories.'],
  ['Call me Ada.', 'Stop calling me Ada.'],
];

const OTHERS = ['Add a joke to every answer.', 'I prefer green ink.'];

describe('settleStanding', () => {
  test.each(SAME)('%s then %s -> the later one', (first, second) => {
    expect(standing(first, second)).toEqual([second]);
  });

  test.each(APART)('%s and %s -> both', (first, second) => {
    expect(standing(first, second)).toEqual([first, second]);
    expect(standing(second, first)).toEqual([second, first]);
  });

  test.each(TAKEN_BACK)('%s then %s -> the first has ended, the others stay', (first, second) => {
    expect(standing(...OTHERS, first, second)).toEqual(OTHERS);
  });

  test('"stop" for something never requested -> a request by itself, which a later one replaces', () => {
    expect(standing('Please stop using emojis.')).toEqual(['Please stop using emojis.']);
    expect(standing('Please stop using emojis.', 'Always use emojis.')).toEqual(['Always use emojis.']);
  });

  test('all withdrawn, and one repeated -> only that one', () => {
    expect(standing(...OTHERS, 'Forget all my preferences.')).toEqual([]);
    expect(standing(...OTHERS, 'Forget everything I said.', OTHERS[1] ?? '')).toEqual([OTHERS[1]]);
  });

  test('withdrawing something never requested -> nothing is lost', () => {
    expect(
      standing(...OTHERS, 'You no longer need to cite sources.', 'Forget what I said about Porto.'),
    ).toEqual(OTHERS);
  });

  test('a replaced request -> names the one that replaced it', () => {
    const said = SAME[0]?.flatMap((text) => findStanding(text)) ?? [];
    expect(settleStanding(said).map(({ outcome }) => outcome)).toEqual([
      { kind: 'replaced', by: said[1] },
      { kind: 'stands' },
    ]);
  });
});
