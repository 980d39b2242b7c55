import { isRecord } from './is-record.js';

/** Nobody expects exact digits of an exponent. */
const EXPONENT_FROM = 1e21;

/**
 * Reports numbers above 2^53, which JSON parsers round: different ones become equal, and a comparison takes
 * the wrong route.
 */
export function roundedNumberProblem(value: unknown, path = ''): string | undefined {
  if (typeof value === 'number') {
    const isRounded =
      Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value) < EXPONENT_FROM;
    const place = path === '' ? '' : ` in field '${path.slice(0, 100)}'`;
    return isRounded
      ? `has the number '${value}'${place}, which JSON rounds past ${Number.MAX_SAFE_INTEGER}: send it as text`
      : undefined;
  }
  if (!Array.isArray(value) && !isRecord(value)) return undefined;
  for (const [name, member] of Object.entries(value)) {
    const problem = roundedNumberProblem(member, path === '' ? name : `${path}.${name}`);
    if (problem) return problem;
  }
  return undefined;
}
