import type { ErrorFacts } from '../../replies/error-facts.js';
import { firstError } from '../../http/first-error.js';
import { isJsonObject, type JsonObject } from '../../http/json.js';
import { checkObject } from './check-field.js';
import { fieldRequired, invalidField, notInList } from '../errors/bad-request.js';

const TYPES: readonly unknown[] = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'];
const UNIONS = ['oneOf', 'allOf', 'anyOf'];
const PROPERTY_PATTERN = /^[a-zA-Z0-9_.-]{1,64}$/;
const NOT_A_SCHEMA =
  'JSON schema is invalid. It must match JSON Schema draft 2020-12 (https://json-schema.org/draft/2020-12). Learn more about tool use at https://docs.claude.com/en/docs/tool-use.';

/** An object without a union at its top, with JSON types only. */
export function validateInputSchema(schema: unknown, path: string): ErrorFacts | null {
  const notObject = checkObject(schema, path);
  if (notObject) return notObject;
  const root = schema as JsonObject;
  const union = UNIONS.some((name) => root[name] !== undefined);
  return firstError([
    () => (root['type'] === undefined ? fieldRequired(`${path}.type`) : null),
    () => (root['type'] === 'object' ? null : notInList(`${path}.type`, ['object'])),
    () =>
      union
        ? invalidField(path, 'input_schema does not support oneOf, allOf, or anyOf at the top level')
        : null,
    () => validatePropertyNames(root['properties'], `${path}.properties`),
    () => (isSchema(root) ? null : invalidField(path, NOT_A_SCHEMA)),
  ]);
}

function validatePropertyNames(properties: unknown, path: string): ErrorFacts | null {
  if (!isJsonObject(properties)) return null;
  if (Object.keys(properties).every((name) => PROPERTY_PATTERN.test(name))) return null;
  return invalidField(path, `Property keys should match pattern '${PROPERTY_PATTERN.source}'`);
}

function isSchema(node: unknown): boolean {
  if (typeof node === 'boolean') return true;
  if (!isJsonObject(node)) return false;
  const types = [node['type'] ?? []].flat();
  return types.every((type) => TYPES.includes(type)) && children(node).every(isSchema);
}

function children(node: JsonObject): readonly unknown[] {
  const named = ['properties', '$defs'].flatMap((group) =>
    isJsonObject(node[group]) ? Object.values(node[group]) : [],
  );
  const unions = UNIONS.flatMap((name): unknown[] => (Array.isArray(node[name]) ? node[name] : []));
  return [...named, ...unions, ...(node['items'] === undefined ? [] : [node['items']])];
}
