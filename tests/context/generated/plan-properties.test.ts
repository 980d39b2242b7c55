import { describe, test } from 'vitest';
import { propertyRuns } from '../../setup/property-runs.js';
import { assertPlans, propertySeed } from './assert-plans.js';

const RUNS = propertyRuns(250, 2_000);
const seed = propertySeed();

describe('planTranscript', () => {
  test(`${RUNS} generated transcripts (PROPERTY_SEED=${seed}) -> every plan valid, within its budget, accounted for`, () =>
    assertPlans({ runs: RUNS, seed }));
});
