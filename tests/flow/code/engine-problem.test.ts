import { describe, expect, test } from 'vitest';
import { engineProblem } from './engine-problem.js';

describe('engineProblem', () => {
  test.each(['1 + 1', '{ a: 1 }', 'nope.x', 'if (nope) { return 1 }', '(() => { while (true) {} })()'])(
    '%s -> compiled, and not run',
    async (expression) => {
      expect(await engineProblem(expression)).toBeUndefined();
    },
  );

  test.each([
    ['1 +', "Expression fails with 'SyntaxError: "],
    ['', "Expression fails with 'SyntaxError: "],
    ['return return', "Expression fails with 'SyntaxError: "],
  ])('%s -> a sentence', async (expression, problem) => {
    expect(await engineProblem(expression)).toContain(problem);
  });

  test('100,001 characters -> a sentence with the limit', async () => {
    expect(await engineProblem('x'.repeat(100_001))).toContain(
      'Expression has 100001 characters; it may have 100000',
    );
  });
});
