import { MAX_PATTERN_SIZE } from '../../protocol/compile-pattern.js';
import { MAX_SEARCHED } from '../conditions/find-pattern.js';
import type { Condition } from '../kinds/condition.js';
import { readPath } from '../paths/read-path.js';

const INSTRUCTIONS_PER_CHARACTER = 4;

/** Upper bound: a step per character or value, times the instructions of a pattern. */
export function countConditions(
  conditions: readonly Condition[],
  items: readonly unknown[],
  most = Number.POSITIVE_INFINITY,
): number {
  let steps = 0;
  for (const item of items)
    for (const { field, operator, value } of conditions) {
      const isPattern = operator === 'matches_regex' || operator === 'not_matches_regex';
      const size = measureSize(readPath(item, field), most - steps) + 1;
      steps += isPattern
        ? Math.min(size, MAX_SEARCHED) * countInstructions(String(value)) + size
        : size + measureSize(value, most - steps);
      if (steps > most) return steps;
    }
  return steps;
}

function countInstructions(pattern: string): number {
  // A counted repetition may expand to any size.
  return pattern.includes('{')
    ? MAX_PATTERN_SIZE
    : Math.min(MAX_PATTERN_SIZE, pattern.length * INSTRUCTIONS_PER_CHARACTER);
}

function measureSize(value: unknown, most: number): number {
  if (typeof value === 'string') return value.length + 1;
  if (typeof value !== 'object' || value === null) return 1;
  let size = 1;
  for (const name of Object.keys(value)) {
    size += name.length + measureSize(Reflect.get(value, name), most - size);
    if (size > most) break;
  }
  return size;
}
