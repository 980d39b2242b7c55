import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutInstruction } from '../../../../activities/agent/plan/begin-step.js';

describe('cutInstruction', () => {
  test('4,000 characters -> unchanged', () => {
    const text = 'x'.repeat(4_000);
    expect(cutInstruction(text)).toBe(text);
  });

  test('one more -> head and tail, with how much is omitted between them', () => {
    const text = cutInstruction(`First ${'x'.repeat(100_000)} last`);
    expect(text).toMatch(/^First x+\n\[… 96\d{3} characters left out here …\]\nx+ last$/);
  });

  test('any text -> at most 4,000 characters, and never half of one', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1_000, max: 40_000 }),
        fc.constantFrom('a', '🙂', 'ä🙂'),
        (count, unit) => {
          const text = cutInstruction(unit.repeat(count));
          expect(text.length).toBeLessThanOrEqual(4_000);
          expect(text.isWellFormed()).toBe(true);
        },
      ),
    );
  });
});
