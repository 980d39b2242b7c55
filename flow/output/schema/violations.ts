import type { SchemaWords } from './schema-words.js';

/** `rule` is a function, because its text is long and rarely read. */
interface Violation {
  readonly place: Place;
  readonly rule: () => string;
}

export type Violations = readonly Violation[];

export type Place = { readonly parent: Place; readonly name: string | number } | undefined;

const MAX_VIOLATIONS = 5;
const MAX_SHOWN = 240;
export const NONE: Violations = [];

export function checkNumber(schema: SchemaWords, value: number, place: Place): Violations {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const found: string[] = [];
  if (minimum !== undefined && value < minimum) found.push(`must be >= ${minimum}`);
  if (maximum !== undefined && value > maximum) found.push(`must be <= ${maximum}`);
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum)
    found.push(`must be > ${exclusiveMinimum}`);
  if (exclusiveMaximum !== undefined && value >= exclusiveMaximum)
    found.push(`must be < ${exclusiveMaximum}`);
  if (multipleOf !== undefined && !Number.isInteger(value / multipleOf))
    found.push(`must be multiple of ${multipleOf}`);
  return found.length === 0 ? NONE : found.map((rule) => violation(place, () => rule));
}

export function checkCount(
  { minProperties = 0, maxProperties = Infinity }: SchemaWords,
  count: number,
  place: Place,
): Violations {
  if (count > maxProperties)
    return [violation(place, () => `must NOT have more than ${maxProperties} properties`)];
  if (count < minProperties)
    return [violation(place, () => `must NOT have fewer than ${minProperties} properties`)];
  return NONE;
}

export function hasType(value: unknown, type: string): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'integer':
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

export function join(lists: readonly Violations[]): Violations {
  const found = lists.filter((list) => list.length > 0);
  if (found.length === 0) return NONE;
  return found.length === 1 ? (found[0] ?? NONE) : found.flat().slice(0, MAX_VIOLATIONS);
}

export function violation(place: Place, rule: () => string): Violation {
  return { place, rule };
}

export function describeViolation({ place, rule }: Violation): string {
  const steps: string[] = [];
  for (let at = place; at; at = at.parent)
    steps.unshift(String(at.name).replaceAll('~', '~0').replaceAll('/', '~1'));
  return shown(`${steps.length === 0 ? 'it' : `'${shown(`/${steps.join('/')}`)}'`} ${rule()}`);
}

export function shown(text: string): string {
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN).toWellFormed()}…` : text;
}
