import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findBase, STEP_BLOCK, stepBase, stepInBlock } from '../../../flow/execution/step-blocks.js';

describe('step blocks', () => {
  test('any step of any run -> its base and number lead back to it, and no other run has it', () => {
    fc.assert(
      fc.property(fc.nat(200_000), fc.integer({ min: 1, max: STEP_BLOCK }), (run, own) => {
        const step = stepBase(run) + own;
        expect(findBase(step)).toBe(stepBase(run));
        expect(stepInBlock(step)).toBe(own);
        expect(step).toBeLessThanOrEqual(stepBase(run + 1));
      }),
    );
  });
  test('the first run -> steps from 1', () => {
    expect([stepBase(0), findBase(1), stepInBlock(1), findBase(STEP_BLOCK)]).toEqual([0, 0, 1, 0]);
  });
});
