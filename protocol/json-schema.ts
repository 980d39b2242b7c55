import { storableProblem } from './storable-json.js';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** Limited, because every call includes the schema. */
const MAX_SCHEMA_CHARACTERS = 32_000;

/** Makes only the checks that need no package. */
export function schemaShapeProblem(schema: unknown): string | undefined {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return 'must be a JSON Schema';
  const max = MAX_SCHEMA_CHARACTERS.toLocaleString('en');
  const json = JSON.stringify(schema);
  if (json.length > MAX_SCHEMA_CHARACTERS) return `must have at most ${max} characters as JSON`;
  const unstorable = storableProblem(json);
  if (unstorable) return unstorable;
  if (!('type' in schema) || schema.type !== 'object')
    return "must be the JSON Schema of an object, with type 'object'";
  return undefined;
}
