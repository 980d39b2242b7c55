import { isRecord } from '../../../protocol/is-record.js';
import { toSeenJson } from '../../../protocol/unseen-characters.js';

type Scalar = string | number | boolean;

export type FieldKind =
  | { kind: 'text' }
  | { kind: 'number'; isInteger: boolean }
  | { kind: 'flag' }
  | { kind: 'choice'; options: readonly Scalar[] }
  | { kind: 'list'; item: ScalarKind }
  | { kind: 'object'; fields: readonly Field[] }
  | { kind: 'json'; mustBeObject: boolean };

export type ScalarKind = Extract<FieldKind, { kind: 'text' | 'number' | 'flag' | 'choice' }>;

export interface Field {
  readonly name: string;
  readonly title: string;
  readonly description: string | undefined;
  readonly isRequired: boolean;
  readonly kind: FieldKind;
}

type Schema = Readonly<Record<string, unknown>>;

const MAX_DEPTH = 8;

/**
 * Chooses how to edit a value, once per form: typing must not replace a field by another. A value that its field
 * would change, such as one with hidden characters, is edited as JSON.
 */
export function readKind(schema: unknown, value: unknown, depth = 0): FieldKind {
  const json: FieldKind = { kind: 'json', mustBeObject: depth === 0 };
  if (!isRecord(schema) || depth > MAX_DEPTH) return json;
  const kind = readScalar(schema) ?? readList(schema) ?? readObject(schema, value, depth);
  return kind && (value === undefined || canShow(kind, value)) ? kind : json;
}

function readScalar(schema: Schema): ScalarKind | undefined {
  if (!hasOnly(schema, SCALAR_WORDS)) return undefined;
  const options = 'const' in schema ? [schema['const']] : schema['enum'];
  if (Array.isArray(options))
    return options.length > 0 && options.every(isPlainScalar) ? { kind: 'choice', options } : undefined;
  switch (schema['type']) {
    case 'string':
      return { kind: 'text' };
    case 'number':
    case 'integer':
      return { kind: 'number', isInteger: schema['type'] === 'integer' };
    case 'boolean':
      return { kind: 'flag' };
    default:
      return undefined;
  }
}

function readList(schema: Schema): FieldKind | undefined {
  const { type, items } = schema;
  if (type !== 'array' || !isRecord(items) || !hasOnly(schema, LIST_WORDS)) return undefined;
  const item = readScalar(items);
  return item && { kind: 'list', item };
}

function readObject(schema: Schema, value: unknown, depth: number): FieldKind | undefined {
  const { type, properties, required } = schema;
  if (type !== 'object' || !isRecord(properties) || !hasOnly(schema, OBJECT_WORDS)) return undefined;
  const given = isRecord(value) ? value : {};
  const needed = Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
  // A stored schema sorts names, but its `required` keeps the tool's order.
  const names = new Set([
    ...needed.filter((name) => name in properties),
    ...Object.keys(properties),
    ...Object.keys(given),
  ]);
  if (depth === 0 && names.size === 0) return { kind: 'object', fields: [] };
  if (names.size === 0) return undefined;
  return {
    kind: 'object',
    fields: [...names].map((name) => {
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return {
        name,
        title: readText(property, 'title') ?? name,
        description: readText(property, 'description'),
        isRequired: needed.includes(name),
        kind: readKind(property, given[name], depth + 1),
      };
    }),
  };
}

const ANY_WORDS = ['type', 'title', 'description', 'default', 'examples', '$schema'];
const SCALAR_WORDS = [
  ...['enum', 'const', 'format', 'pattern', 'minLength', 'maxLength', 'multipleOf'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', ...ANY_WORDS],
];
const LIST_WORDS = ['items', 'minItems', 'maxItems', 'uniqueItems', ...ANY_WORDS];
const OBJECT_WORDS = ['properties', 'required', 'additionalProperties', ...ANY_WORDS];

/** A schema with other keywords, such as `anyOf`, cannot be shown as a field. */
function hasOnly(schema: Schema, words: readonly string[]): boolean {
  return Object.keys(schema).every((word) => words.includes(word));
}

function canShow(kind: FieldKind, value: unknown): boolean {
  switch (kind.kind) {
    case 'text':
      return typeof value === 'string' && toSeenJson(value) === JSON.stringify(value);
    case 'number':
      return typeof value === 'number';
    case 'flag':
      return typeof value === 'boolean';
    case 'choice':
      return kind.options.includes(value as Scalar);
    case 'list':
      return Array.isArray(value) && value.every((item) => canShow(kind.item, item));
    case 'object':
      return isRecord(value) && toSeenJson(Object.keys(value)) === JSON.stringify(Object.keys(value));
    case 'json':
      return true;
  }
}

function isPlainScalar(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

function readText(schema: unknown, word: 'title' | 'description'): string | undefined {
  const text = isRecord(schema) ? schema[word] : undefined;
  return typeof text === 'string' && text !== '' ? text : undefined;
}
