import { describe, expect, test } from 'vitest';
import { findChangedFacts } from '../../../context/summary/changed-facts.js';
import { composeSummary } from '../../../context/summary/compose-summary.js';
import { extractFacts } from '../../../context/summary/extract-facts.js';
import { LASTING_WEIGHT } from '../../../context/summary/fact-weight.js';
import type { Fact } from '../../../context/summary/fact.js';

function facts(...said: string[]): Fact[] {
  return said.flatMap((text, at) => extractFacts({ seq: at + 1, role: 'user', text }));
}

function changes(...said: string[]): [string, string[]][] {
  return findChangedFacts(facts(...said)).map(({ newest, before }) => [
    newest.value,
    before.map(({ value }) => value),
  ]);
}

describe('findChangedFacts', () => {
  test.each([
    [
      'The code of the barn door is 3149.',
      'They changed the lock, the code of the barn door is 9221 now.',
      '9221',
      '3149',
    ],
    [
      'The staging server uses port 44138.',
      'We moved the staging server, it uses port 99671.',
      '99671',
      '44138',
    ],
    ['My flight to Oslo is KL3968.', 'I was rebooked, my flight to Oslo is KL2849.', 'KL2849', 'KL3968'],
  ])('%s then %s -> one fact, the newest first', (first, second, value, before) => {
    expect(changes(first, second)).toEqual([[value, [before]]]);
    expect(changes(second, first)).toEqual([[before, [value]]]);
  });

  test.each([
    ['another thing', 'The code of the barn door is 3149.', 'The code of the cellar door is 9221.'],
    ['the same value again', 'The code of the barn door is 3149.', 'The code of the barn door is 3149.'],
    ['more behind the value', 'The hotel is at 12 Rose Lane.', 'The hotel is at 70 Rose Lane.'],
  ])('%s -> no changed fact', (_name, first, second) => {
    expect(changes(first, second)).toEqual([]);
  });
});

describe('a fact that changed', () => {
  test('in a summary -> one entry with the newest value, since when, and the values before', () => {
    const ledger = facts(
      'The code of the barn door is 3149.',
      'They changed the lock, the code of the barn door is 9221.',
    );
    const dated = ledger.map((fact) => ({ ...fact, atMs: Date.UTC(2026, 2, fact.seq) }));
    const { text, attached } = composeSummary({
      text: '',
      budget: 80,
      facts: dated,
      countText: ({ length }) => length / 4,
    });
    expect(text).toBe('[Topic: Facts] code of barn door is 9221 (since 2026-03-02, before: 3149)');
    expect(attached).toHaveLength(2);
  });

  test('a changed value within a story -> weighs as much as the value it replaces', () => {
    const [first, second] = facts(
      'The code of the barn door is 3149.',
      'They changed the lock, the code of the barn door is 9221.',
    );
    expect(second!.weight).toBeGreaterThanOrEqual(first!.weight!);
    expect(second!.weight).toBeGreaterThanOrEqual(LASTING_WEIGHT);
  });

  test('an assistant that promises to remember something -> no more weight than without', () => {
    const [kept] = extractFacts({
      seq: 1,
      role: 'assistant',
      text: 'Please remember that my badge number is 7463.',
    });
    const [plain] = extractFacts({ seq: 1, role: 'assistant', text: 'My badge number is 7463.' });
    expect(kept?.weight).toBe(plain?.weight);
  });
});
