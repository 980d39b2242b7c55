import type { ErrorFacts } from '../../replies/error-facts.js';
import { isJsonObject, type JsonObject } from '../../http/json.js';
import { fieldRequired, invalidField } from '../errors/bad-request.js';

export interface TextRules {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: RegExp;
}

export function checkObject(value: unknown, path: string): ErrorFacts | null {
  if (value === undefined) return fieldRequired(path);
  return isJsonObject(value) ? null : invalidField(path, 'Input should be a valid dictionary');
}

export function checkList(value: unknown, path: string): ErrorFacts | null {
  if (value === undefined) return fieldRequired(path);
  return Array.isArray(value) ? null : invalidField(path, 'Input should be a valid list');
}

export function checkText(value: unknown, path: string, rules: TextRules = {}): ErrorFacts | null {
  const { minimum = 0, maximum = Infinity, pattern } = rules;
  if (value === undefined) return fieldRequired(path);
  if (typeof value !== 'string') return invalidField(path, 'Input should be a valid string');
  if (value.length < minimum) return invalidField(path, `String should have at least ${counted(minimum)}`);
  if (value.length > maximum) return invalidField(path, `String should have at most ${counted(maximum)}`);
  if (!pattern || pattern.test(value)) return null;
  return invalidField(path, `String should match pattern '${pattern.source}'`);
}

export function checkBoolean(value: unknown, path: string): ErrorFacts | null {
  if (value === undefined || value === null || typeof value === 'boolean') return null;
  return invalidField(path, 'Input should be a valid boolean');
}

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
