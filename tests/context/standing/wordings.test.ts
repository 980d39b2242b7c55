import { describe, expect, test } from 'vitest';
import { findStanding, type StandingSentence } from '../../../context/standing/find-standing.js';
import { settleStanding } from '../../../context/standing/settle-standing.js';
import { CHECKED_WORDINGS } from './checked-wordings.js';
import { CHOSEN_WORDINGS } from './chosen-wordings.js';
import { ENDING_WORDINGS, REPLACING_WORDINGS } from './ended-wordings.js';
import type { Wordings } from './wordings.js';

const REQUESTS: readonly string[] = ['instruction', 'preference', 'stop'];
const OTHERS = ['Add a haiku to every answer.', 'I prefer green ink.'];

describe('findStanding', () => {
  test('wordings that its rules were tuned on -> all, and no decoy', () => {
    expect(missed(CHOSEN_WORDINGS)).toEqual([]);
    expect(falseAlarms(CHOSEN_WORDINGS)).toEqual([]);
  });

  test('wordings kept apart -> at least 34 of 40, and at most 2 of 30 decoys', () => {
    expect(CHECKED_WORDINGS.requests).toHaveLength(40);
    expect(CHECKED_WORDINGS.decoys).toHaveLength(30);
    expect(missed(CHECKED_WORDINGS).length).toBeLessThanOrEqual(6);
    expect(falseAlarms(CHECKED_WORDINGS).length).toBeLessThanOrEqual(2);
  });

  test('a request among other sentences -> only the request', () => {
    const found = [...CHOSEN_WORDINGS.requests, ...CHECKED_WORDINGS.requests].map(
      ([text]) => findStanding(text).length,
    );
    expect(Math.max(...found)).toBe(1);
  });
});

describe('settleStanding', () => {
  test('replaced in other words -> the later one alone, for at least 9 of 10', () => {
    const kept = REPLACING_WORDINGS.filter(([first, second]) => {
      const stands = settle(first, second);
      return stands.length === 1 && stands[0] === findStanding(second)[0]?.text;
    });
    expect(kept.length).toBeGreaterThanOrEqual(9);
  });

  test.each(ENDING_WORDINGS)('%s then %s -> the first has ended', (first, second) => {
    const [asked] = findStanding(first);
    expect(asked).toBeDefined();
    expect(settle(first, second)).not.toContain(asked?.text);
  });
});

function missed({ requests }: Wordings): string[] {
  return requests
    .filter(([text, words]) => !findStanding(text).some((found) => isRequest(found, words)))
    .map(([text]) => text);
}

function isRequest({ kind, text }: StandingSentence, words: string): boolean {
  return REQUESTS.includes(kind) && text.includes(words);
}

function falseAlarms({ decoys }: Wordings): string[] {
  return decoys.filter((text) => findStanding(text).length > 0);
}

function settle(...said: readonly string[]): string[] {
  const stands = settleStanding([...OTHERS, ...said].flatMap((text) => findStanding(text)))
    .filter(({ outcome }) => outcome.kind === 'stands')
    .map(({ statement }) => statement.text);
  expect(stands).toEqual(expect.arrayContaining(OTHERS));
  return stands.filter((text) => !OTHERS.includes(text));
}
