import type { Condition } from '../kinds/condition.js';
import { readPath } from '../paths/read-path.js';

/** The limit of `findPattern`. */
const MAX_SEARCHED = 10_000;
/** A counted repetition expands to as many instructions as a pattern may have. */
const MOST_INSTRUCTIONS = 2_000;
const INSTRUCTIONS_PER_CHARACTER = 4;

/** An upper bound: a step per character or value, for a pattern per instruction at each character. */
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
  return pattern.includes('{')
    ? MOST_INSTRUCTIONS
    : Math.min(MOST_INSTRUCTIONS, pattern.length * INSTRUCTIONS_PER_CHARACTER);
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
