import fc from 'fast-check';
import { runInThisContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { evaluateArithmetic } from '../../../extend/tools/evaluate-arithmetic.js';
import { processorMs } from '../../setup/processor-ms.js';

const { sum: anyExpression } = fc.letrec<Record<'sum' | 'product' | 'signed' | 'power' | 'atom', string>>(
  (tie) => ({
    sum: chain(tie('product'), ['+', '-']),
    product: chain(tie('signed'), ['*', '/', '%']),
    signed: fc.oneof(
      { maxDepth: 4 },
      tie('power'),
      fc.tuple(fc.constantFrom('- ', '+ '), tie('atom')).map(([sign, atom]) => sign + atom),
    ),
    power: fc.oneof(
      { maxDepth: 4 },
      tie('atom'),
      fc.tuple(tie('atom'), tie('power')).map(([base, exponent]) => `${base} ^ ${exponent}`),
    ),
    atom: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom('0', '1', '2', '3', '7', '10', '0.5', '.25', '12.75', '1e3', '2E-2', '1.5e+2'),
      tie('sum').map((inner) => `(${inner})`),
    ),
  }),
);

describe('evaluateArithmetic', () => {
  test.each([
    ['1+2*3', 7],
    ['(1 + 2) * 3', 9],
    ['7 - 2 - 1', 4],
    ['12 / 3 / 2', 2],
    ['7 % 4', 3],
    ['2^3^2', 512],
    ['-2^2', -4],
    ['2^-1', 0.5],
    ['--3', 3],
    ['+-+3', -3],
    ['2 * -3', -6],
    ['.5 + 0.25', 0.75],
    ['1e3', 1_000],
    ['\t 1\n+\u00a01 ', 2],
    [`${'('.repeat(50)}1${')'.repeat(50)}`, 1],
  ])('%s -> %d', (expression, value) => {
    expect(evaluateArithmetic(expression)).toBe(value);
  });

  test.each([
    ['nothing', '', 'ends too early'],
    ['blanks', '  ', 'ends too early'],
    ['an operator without its right side', '1 +', 'ends too early'],
    ['an operator without its left side', '* 2', "Unexpected '*'"],
    ['two numbers side by side', '1 2', "Unexpected '2'"],
    ['an open parenthesis', '(1', "A ')' is missing"],
    ['a closing one too many', '1)', "Unexpected ')'"],
    ['empty parentheses', '()', "Unexpected ')'"],
    ['a name', 'process.exit()', "Cannot read 'process.exit()'"],
    ['a name after a number', '1 + x', "Cannot read 'x'"],
    ['a point without digits', '1.', "Cannot read '.'"],
    ['division by zero', '1/0', 'has no finite result'],
    ['a rest of nothing', '0 % 0', 'has no finite result'],
    ['a number beyond all numbers', '9^9^9', 'has no finite result'],
    ['an imaginary root', '(-1)^0.5', 'has no finite result'],
  ])('%s -> a sentence with the reason', (_name, expression, sentence) => {
    expect(() => evaluateArithmetic(expression)).toThrow(sentence);
  });

  test.each([
    ['parentheses', `${'('.repeat(1_000_000)}1`],
    ['balanced parentheses', `${'('.repeat(500_000)}1${')'.repeat(500_000)}`],
    ['signs', `${'-'.repeat(1_000_000)}1`],
    ['powers', `${'2^'.repeat(500_000)}1`],
  ])('a million characters of nested %s -> refused without a stack overflow', (_name, expression) => {
    expect(() => evaluateArithmetic(expression)).toThrow('nested deeper than 100');
  });

  test.each([
    ['a sum', '1+'.repeat(500_000) + '1', 500_001],
    ['a product', '1*'.repeat(500_000) + '1', 1],
    ['blanks', `1${' '.repeat(1_000_000)}+ 1`, 2],
    ['digits behind the point', `0.${'0'.repeat(1_000_000)}1 + 1`, 1],
  ])('a million characters of %s -> in linear time', (_name, expression, value) => {
    const started = processorMs();
    expect(evaluateArithmetic(expression)).toBe(value);
    expect(processorMs() - started).toBeLessThan(2_000);
  });

  test.each([
    ['blanks before a letter', `${' '.repeat(1_000_000)}x`],
    ['digits', '9'.repeat(1_000_000)],
    ['letters', 'x'.repeat(1_000_000)],
    ['points', '.'.repeat(1_000_000)],
  ])('a million characters of %s -> refused in linear time', (_name, expression) => {
    const started = processorMs();
    expect(() => evaluateArithmetic(expression)).toThrow();
    expect(processorMs() - started).toBeLessThan(2_000);
  });

  test('any expression -> the same result as JavaScript', () => {
    fc.assert(
      fc.property(anyExpression, (expression) => {
        const expected: unknown = runInThisContext(expression.replaceAll('^', '**'));
        if (Number.isFinite(expected)) expect(evaluateArithmetic(expression)).toBe(expected);
        else expect(() => evaluateArithmetic(expression)).toThrow('no finite result');
      }),
    );
  });

  test('any text -> a finite number or one kind of error', () => {
    const unit = fc.constantFrom('1', '.', 'e', '+', '-', '*', '/', '%', '^', '(', ')', ' ', 'x', '\u0000');
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 30, size: 'max' }), (text) => {
        try {
          expect(Number.isFinite(evaluateArithmetic(text))).toBe(true);
        } catch (error) {
          expect((error as Error).message).toMatch(/Unexpected|Cannot read|ends too early|missing|no finite/);
        }
      }),
    );
  });
});

function chain(part: fc.Arbitrary<string>, operators: string[]): fc.Arbitrary<string> {
  const more = fc.array(fc.tuple(fc.constantFrom(...operators), part), { maxLength: 2 });
  return fc
    .tuple(part, more)
    .map(([first, rest]) => rest.reduce((text, [operator, next]) => `${text} ${operator} ${next}`, first));
}
