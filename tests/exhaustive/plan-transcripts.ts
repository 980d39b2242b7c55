import { describe, test } from 'vitest';
import type { Grammar } from '../../context/grammar/grammar.js';
import { assertPlans, propertySeed } from '../context/generated/assert-plans.js';

/** A quarter of 100,000: one grammar of four. */
const RUNS = 25_000;

/** The properties of plans over generated transcripts for one grammar. */
export function planTranscripts(grammar: Grammar): void {
  const seed = propertySeed();
  describe(`planTranscript for ${grammar}`, () => {
    test(`${RUNS} generated transcripts (PROPERTY_SEED=${seed}) -> every plan valid, within its budget, accounted for`, () =>
      assertPlans({ runs: RUNS, seed, grammars: [grammar] }));
  });
}
