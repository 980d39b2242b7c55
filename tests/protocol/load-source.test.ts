import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';

const EVALUATE = `
const { evaluateExpression } = await import('./flow/code/evaluate-expression.ts');
console.log(await evaluateExpression('6 * 7', {}));`;

describe('loadSource', () => {
  test('a clone without a build -> its threads run TypeScript', async () => {
    const args = ['--import', 'tsx', '--input-type=module', '--eval', EVALUATE];
    expect((await promisify(execFile)(process.execPath, args)).stdout).toBe('42\n');
  });
});
