import { describe, expect, test } from 'vitest';
import { hasFormula, withDollars } from '../../packages/studio/chat/formula-marks.js';

describe('hasFormula', () => {
  test.each([
    ['costs $5 and $6', false],
    ['the sum $$x + y$$', true],
    ['the energy $E = mc^2$.', true],
    ['$x$', true],
    ['$5 (or 5$), $HOME:$PATH, a \\$x$', false],
    ['from $a to b', false],
    ['pay $ x $ now', false],
    ['the area \\(r^2\\)', true],
    ['the code `\\(r\\)`', false],
    ['```tex\n$$x$$\n```', false],
    ['```tex\n$$x$$\n```\nand $$y$$', true],
    ['```tex\n$$x$$', false],
  ])('%j -> %s', (text, isFormula) => {
    expect(hasFormula(text)).toBe(isFormula);
  });
});

describe('withDollars', () => {
  test.each([
    ['area \\( r^2 \\).', 'area $$r^2$$.'],
    ['$x$, $y_1$ and $$z$$ for $5', '$$x$$, $$y_1$$ and $$z$$ for $5'],
    ['sum \\[x + y\\]', 'sum \n$$\nx + y\n$$\n'],
    ['code `\\(r\\)` and \\(r\\)', 'code `\\(r\\)` and $$r$$'],
    ['~~~\n\\(r\\)\n~~~\n\\(s\\)', '~~~\n\\(r\\)\n~~~\n$$s$$'],
  ])('%j -> %j', (text, written) => {
    expect(withDollars(text)).toBe(written);
  });
});
