import { describe, expect, test } from 'vitest';
import { nestingProblem } from '../../../flow/values/nesting-problem.js';

const circular: unknown[] = [];
circular.push({ again: circular });
const shared = Array.from({ length: 40 }).reduce<unknown>((below) => [below, below], 1);

describe('nestingProblem', () => {
  test.each<[string, unknown, string]>([
    ['3,000 levels', nested(3_000), 'has more than 200 levels'],
    ['a value that contains itself', circular, 'or contains itself'],
    ['a value that shares its parts', shared, 'has more than 1000000 values'],
    ['a long list', new Array(1_000_001).fill(0), 'has more than 1000000 values'],
    ['long texts', new Array(65).fill('x'.repeat(1024 * 1024)), 'has more than 67108864 characters'],
  ])('%s -> a sentence', (_name, value, problem) => {
    expect(nestingProblem(value)).toContain(problem);
  });

  test.each<[string, unknown]>([
    ['200 levels', nested(200)],
    ['nothing', undefined],
    ['bytes', new Uint8Array(2_000_000)],
    ['a list with holes', new Array(1_000_000_000)],
  ])('%s -> no problem', (_name, value) => {
    expect(nestingProblem(value)).toBeUndefined();
  });

  test('it contains itself -> too deep, or the problem of its members if they are stored by a representation', () => {
    const self: unknown[] = [1, { shared: nested(3) }];
    self.push(self, [self]);
    expect(nestingProblem(self)).toContain('contains itself');
    expect(nestingProblem(self, { mayContainItself: true })).toBeUndefined();
    expect(nestingProblem([self, nested(201)], { mayContainItself: true })).toContain('200 levels');
  });
});

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { below: value };
  return value;
}
