import type { Condition } from '../kinds/condition.js';
import { readPath } from '../paths/read-path.js';
import { compare } from './compare.js';

/** Whether a condition holds for the data that its field leads into; a field that is missing is null. Never throws. */
export function conditionHolds({ field, operator, value }: Condition, data: unknown): boolean {
  return compare(operator, { actual: readPath(data, field), expected: value });
}
