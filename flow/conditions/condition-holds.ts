import type { Condition } from '../kinds/condition.js';
import { readPath } from '../paths/read-path.js';
import { compare } from './compare.js';

/** A missing field compares as null. */
export function conditionHolds({ field, operator, value }: Condition, data: unknown): boolean {
  return compare(operator, { actual: readPath(data, field), expected: value });
}
