import { isJsonObject, type JsonObject } from './json.js';

const TYPES: readonly unknown[] = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'];
const GROUPS = ['properties', '$defs', 'anyOf', 'oneOf', 'allOf'];

export function listUnknownTypes(node: JsonObject): readonly unknown[] {
  return [node['type'] ?? []].flat().filter((type) => !TYPES.includes(type));
}

/** Returns each child with its path from the schema. */
export function childSchemas(
  node: JsonObject,
): readonly (readonly [path: readonly string[], child: unknown])[] {
  const grouped = GROUPS.flatMap((group) =>
    Object.entries(Object(node[group]) as object).map(([name, child]) => [[group, name], child] as const),
  );
  return 'items' in node ? [...grouped, [['items'], node['items']]] : grouped;
}

export function isJsonSchema(node: unknown): boolean {
  if (typeof node === 'boolean') return true;
  if (!isJsonObject(node) || listUnknownTypes(node).length > 0) return false;
  return childSchemas(node).every(([, child]) => isJsonSchema(child));
}
