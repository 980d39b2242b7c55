import type { ErrorFacts } from '../../replies/error-facts.js';
import { isJsonObject, type JsonObject } from '../../http/json.js';
import { fieldRequired, invalidField } from '../errors/bad-request.js';

/** The rules for a text; lengths in characters. */
export interface TextRules {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: RegExp;
}

/** The refusal of a field that must be an object, or null. */
export function checkObject(value: unknown, path: string): ErrorFacts | null {
  if (value === undefined) return fieldRequired(path);
  return isJsonObject(value) ? null : invalidField(path, 'Input should be a valid dictionary');
}

/** The refusal of a field that must be a list, or null. */
export function checkList(value: unknown, path: string): ErrorFacts | null {
  if (value === undefined) return fieldRequired(path);
  return Array.isArray(value) ? null : invalidField(path, 'Input should be a valid list');
}

/** The refusal of a field that must be a text, or null. */
export function checkText(value: unknown, path: string, rules: TextRules = {}): ErrorFacts | null {
  const { minimum = 0, maximum = Infinity, pattern } = rules;
  if (value === undefined) return fieldRequired(path);
  if (typeof value !== 'string') return invalidField(path, 'Input should be a valid string');
  if (value.length < minimum) return invalidField(path, `String should have at least ${counted(minimum)}`);
  if (value.length > maximum) return invalidField(path, `String should have at most ${counted(maximum)}`);
  if (!pattern || pattern.test(value)) return null;
  return invalidField(path, `String should match pattern '${pattern.source}'`);
}

/** The refusal of a field that may be absent and otherwise must be a boolean, or null. */
export function checkBoolean(value: unknown, path: string): ErrorFacts | null {
  if (value === undefined || value === null || typeof value === 'boolean') return null;
  return invalidField(path, 'Input should be a valid boolean');
}

/** The refusal of an object's first field that is none of those it may have, or null. */
export function checkKeys(
  object: JsonObject,
  { path, allowed }: { readonly path: string; readonly allowed: readonly string[] },
): ErrorFacts | null {
  const extra = Object.keys(object).find((key) => !allowed.includes(key));
  if (extra === undefined) return null;
  return invalidField(path === '' ? extra : `${path}.${extra}`, 'Extra inputs are not permitted');
}

function counted(characters: number): string {
  return `${characters} character${characters === 1 ? '' : 's'}`;
}
