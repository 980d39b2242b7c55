import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { propertyRuns } from '../../setup/property-runs.js';
import { transcript } from './arbitrary-transcript.js';
import { propertySeed } from './assert-plans.js';
import { checkWireBody } from './check-wire-body.js';
import { planCase } from './plan-case.js';
import { wireBody, WIRE_GRAMMARS } from './wire-body.js';

const RUNS = propertyRuns(25, 100);
const seed = propertySeed();

describe.each(WIRE_GRAMMARS)('planTranscript for %s', (grammar) => {
  test(`${RUNS} generated transcripts (PROPERTY_SEED=${seed}) -> bodies of the provider's package that it accepts`, () =>
    fc.assert(
      fc.asyncProperty(transcript([grammar]), async (input) => {
        const planned = planCase(input);
        if (planned === undefined || planned.plan.verdict === 'cannot-fit') return;
        expect(checkWireBody(grammar, await wireBody(grammar, planned.plan.messages))).toBeUndefined();
      }),
      { numRuns: RUNS, seed, includeErrorInReport: true },
    ));
});
