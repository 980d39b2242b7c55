import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { GRAMMARS } from '../../../context/grammar/grammar.js';
import { addedRules } from '../../../context/grammar/request-template.js';
import { validateForm } from '../../../context/grammar/validate-form.js';
import { propertyRuns } from '../../setup/property-runs.js';
import { propertySeed } from './assert-plans.js';
import { template } from './arbitrary-template.js';
import { transcript } from './arbitrary-transcript.js';
import { sumOnce } from './count-once.js';
import { planCase } from './plan-case.js';

const RUNS = propertyRuns(100, 5_000);
const seed = propertySeed();

describe.each(GRAMMARS)('planTranscript for templates that speak %s', (grammar) => {
  test(`${RUNS} generated transcripts (PROPERTY_SEED=${seed}) -> accepted by the template, within the window`, () =>
    fc.assert(
      fc.property(transcript([grammar]), template, (input, rules) => {
        const planned = planCase({ ...input, settings: { ...input.settings, grammar } }, rules);
        if (planned === undefined || planned.plan.verdict === 'cannot-fit') return;
        const { messages, window, reserve, toolTokens, systemTokens, budget, tokens } = planned.plan;
        expect(validateForm(messages, { grammar, template: addedRules(grammar, rules) })).toEqual([]);
        expect(tokens).toBeLessThanOrEqual(budget);
        expect(sumOnce(messages)).toBeLessThanOrEqual(systemTokens + tokens);
        expect(sumOnce(messages) + toolTokens + reserve).toBeLessThanOrEqual(window);
      }),
      { numRuns: RUNS, seed, includeErrorInReport: true },
    ));
});
