import { describe, test } from 'vitest';
import type { Grammar } from '../../context/grammar/grammar.js';
import { assertCalls } from '../context/generated/assert-calls.js';
import { assertPlans, propertySeed } from '../context/generated/assert-plans.js';

const RUNS = 25_000;

export function planTranscripts(grammar: Grammar): void {
  const seed = propertySeed();
  describe(`planTranscript for ${grammar}`, () => {
    test(`${RUNS} generated transcripts (PROPERTY_SEED=${seed}) -> every plan valid, within its budget, accounted for`, () =>
      assertPlans({ runs: RUNS, seed, grammars: [grammar] }));
  });
  describe(`planCall for ${grammar}`, () => {
    test(`${RUNS} generated calls (PROPERTY_SEED=${seed}) -> every one fits, is valid, accounted for and rendered as planned`, () =>
      assertCalls({ runs: RUNS, seed, grammars: [grammar] }));
  });
}
