import { describe, test } from 'vitest';
import { assertPlans, propertySeed } from './assert-plans.js';

const RUNS = 2_000;
const seed = propertySeed();

describe('planTranscript', () => {
  test(
    `${RUNS} generated transcripts (PROPERTY_SEED=${seed}) -> every plan valid, within its budget, accounted for`,
    () => assertPlans({ runs: RUNS, seed }),
    120_000,
  );
});
