import { describe, test } from 'vitest';
import { propertyRuns } from '../../setup/property-runs.js';
import { assertCalls } from './assert-calls.js';
import { propertySeed } from './assert-plans.js';

const RUNS = propertyRuns(125, 1_000);
const seed = propertySeed();

describe('planCall', () => {
  test(`${RUNS} generated calls (PROPERTY_SEED=${seed}) -> every one fits, is valid, accounted for and rendered as planned`, () =>
    assertCalls({ runs: RUNS, seed }));
});
