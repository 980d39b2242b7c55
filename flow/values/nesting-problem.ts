import { MAX_LEVELS } from '../../protocol/limits.js';

export const MAX_VALUES = 1_000_000;
const MAX_CHARACTERS = 64 * 1024 * 1024;

/**
 * Returns a clause for an error. A circular value is too deep, unless `mayContainItself`. Throws a getter's
 * error.
 */
export function nestingProblem(
  value: unknown,
  { mayContainItself = false }: { mayContainItself?: boolean } = {},
): string | undefined {
  const above = mayContainItself ? new Set<object>() : undefined;
  return findProblem(value, { values: MAX_VALUES, characters: MAX_CHARACTERS, above }, 0);
}

interface Walk {
  values: number;
  characters: number;
  readonly above: Set<object> | undefined;
}

function findProblem(value: unknown, left: Walk, level: number): string | undefined {
  if ((left.values -= 1) < 0) return `has more than ${MAX_VALUES} values: give less`;
  if (typeof value === 'string' && (left.characters -= value.length) < 0)
    return `has more than ${MAX_CHARACTERS} characters: give less`;
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return undefined;
  if (level >= MAX_LEVELS)
    return `has more than ${MAX_LEVELS} levels of lists and objects, or contains itself: make it flatter`;
  if (left.above?.has(value)) return undefined;
  left.above?.add(value);
  for (const name of Object.keys(value)) {
    const problem = findProblem(Reflect.get(value, name), left, level + 1);
    if (problem) return problem;
  }
  left.above?.delete(value);
  return undefined;
}
