import { describe, expect, test } from 'vitest';
import { readPlanLine } from '../../../cli/plan/read-plan-line.js';
import { runPlan } from './run-plan.js';

describe('plan', () => {
  test('no transcript -> an error, not an empty success', async () => {
    await expect(runPlan([])).rejects.toThrow(
      'Standard input has no transcript: give one JSON object per line',
    );
  });
});

describe('readPlanLine', () => {
  test.each([
    ['contextWindow', 'abc', "Setting 'contextWindow' is 'abc': it must be a number of tokens of at least 1"],
    ['contextWindow', [], "Setting 'contextWindow' is '[]'"],
    ['contextWindow', 0, "Setting 'contextWindow' is '0'"],
    ['maxOutputTokens', true, "Setting 'maxOutputTokens' is 'true'"],
  ])('%s of %j -> an error', (name, value, message) => {
    const line = { model: 'gpt-4o', messages: [], settings: { [name]: value } };
    expect(() => readPlanLine(line)).toThrow(message);
  });
});
