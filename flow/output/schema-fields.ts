import type { JsonSchema } from '../../protocol/json-schema.js';
import { isRecord } from '../../protocol/is-record.js';

const ELSEWHERE = ['$ref', 'allOf', 'anyOf', 'oneOf', 'if', 'dependentSchemas', 'patternProperties'];

export function schemaFields(schema: JsonSchema): readonly string[] | undefined {
  const { properties, additionalProperties } = schema;
  const isOpen = additionalProperties === true || typeof additionalProperties === 'object';
  if (isOpen || typeof properties !== 'object' || properties === null) return undefined;
  return ELSEWHERE.some((word) => word in schema) ? undefined : Object.keys(properties);
}

const VALUES = ['default', 'const', 'enum', 'examples'];

/** OpenAI's strict mode rejects defaults. */
export function withoutDefaulted(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutDefaulted);
  if (!isRecord(schema)) return schema;
  const { properties, required } = schema;
  const loosened = Object.fromEntries(
    Object.entries(schema).map(([word, value]) => [
      word,
      VALUES.includes(word) ? value : withoutDefaulted(value),
    ]),
  );
  if (!isRecord(properties) || !Array.isArray(required)) return loosened;
  const hasDefault = (name: unknown): boolean => {
    const field = typeof name === 'string' && Object.hasOwn(properties, name) ? properties[name] : undefined;
    return isRecord(field) && 'default' in field;
  };
  return { ...loosened, required: required.filter((name) => !hasDefault(name)) };
}

/** Providers' strict modes require every field. */
export function isStrictSchema(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.every(isStrictSchema);
  if (typeof schema !== 'object' || schema === null) return true;
  const { type, properties = {}, required = [], additionalProperties } = schema as Record<string, unknown>;
  const fields = Object.keys(properties as object);
  const isClosed =
    additionalProperties === false &&
    Array.isArray(required) &&
    fields.every((name) => required.includes(name));
  if (type === 'object' && !isClosed) return false;
  return Object.values(schema).every(isStrictSchema);
}
