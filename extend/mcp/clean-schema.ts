/** Deeper levels accept anything. */
const MAX_DEPTH = 12;
const MAX_PARTS = 2_000;
const MAX_TEXT = 1_000;
const MAX_LIST = 200;
/** No real schema nests more. */
const MAX_REFERENCES = 100;
/** Names and list items from one server. */
const MAX_READ = 50_000;

/** All providers accept these names. */
const FIELD_NAME = /^[a-zA-Z0-9_.-]{1,64}$/;
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;
const isText = (value: unknown): boolean => typeof value === 'string';
/** Providers reject a request whose schema has an invalid value. */
const PLAIN_KEYWORDS: Readonly<Record<string, (value: unknown) => boolean>> = {
  minimum: Number.isFinite,
  maximum: Number.isFinite,
  exclusiveMinimum: Number.isFinite,
  exclusiveMaximum: Number.isFinite,
  multipleOf: (value) => Number.isFinite(value) && Number(value) > 0,
  minLength: isCount,
  maxLength: isCount,
  minItems: isCount,
  maxItems: isCount,
  uniqueItems: (value) => typeof value === 'boolean',
  format: isText,
  title: isText,
  description: isText,
};
const TYPES = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);
const UNIONS = ['anyOf', 'oneOf', 'allOf'] as const;

type Schema = Record<string, unknown>;

/** Each reference reads its target again. */
export interface ReadBudget {
  left: number;
}

export function newReadBudget(): ReadBudget {
  return { left: MAX_READ };
}

/**
 * Every provider accepts the result. Undefined if a required name is unportable. The server checks the input
 * itself.
 */
export function cleanSchema(given: unknown, budget: ReadBudget = newReadBudget()): Schema | undefined {
  const root = isRecord(given) ? given : {};
  const state = { root, parts: 0, references: [] as string[], budget };
  const flat = flatten(root, { state, depth: 0 });
  const cleaned = clean(flat, { state, depth: 0 });
  const required = Array.isArray(flat.required) ? flat.required.map(String) : [];
  const fields = isRecord(cleaned.properties) ? cleaned.properties : {};
  const declared = isRecord(flat.properties) ? flat.properties : {};
  if (required.some((name) => Object.hasOwn(declared, name) && !Object.hasOwn(fields, name)))
    return undefined;
  return { ...cleaned, type: 'object', properties: fields };
}

interface State {
  root: Schema;
  parts: number;
  /** On the current path, to stop at a cycle. */
  references: string[];
  budget: ReadBudget;
}

interface Place {
  state: State;
  depth: number;
}

/** Providers reject a union at the top level. Keeps requirements that all its members share. */
function flatten(given: Schema, { state, depth }: Place): Schema {
  if (depth > MAX_DEPTH) return {};
  const { schema, leave } = resolve(given, state);
  const variants = UNIONS.flatMap((union) =>
    (Array.isArray(schema[union]) ? schema[union] : [])
      .filter(isRecord)
      .map((variant) => ({ union, variant: flatten(variant, { state, depth: depth + 1 }) })),
  );
  leave();
  return variants.length === 0 ? schema : mergeVariants(schema, variants);
}

interface Variant {
  union: (typeof UNIONS)[number];
  variant: Schema;
}

function mergeVariants(schema: Schema, variants: readonly Variant[]): Schema {
  const properties: Schema = {};
  for (const { variant } of variants)
    if (isRecord(variant.properties)) Object.assign(properties, variant.properties);
  const lists = (wanted: boolean): string[][] =>
    variants
      .filter(({ union }) => (union === 'allOf') === wanted)
      .map(({ variant }) => (Array.isArray(variant.required) ? variant.required.map(String) : []));
  const [first = [], ...others] = lists(false);
  const sets = others.map((list) => new Set(list));
  const shared = first.filter((name) => sets.every((names) => names.has(name)));
  const { anyOf: _any, oneOf: _one, allOf: _all, ...rest } = schema;
  return {
    ...rest,
    properties: { ...properties, ...(isRecord(schema.properties) ? schema.properties : {}) },
    required: [
      ...new Set([
        ...(Array.isArray(schema.required) ? schema.required.map(String) : []),
        ...lists(true).flat(),
        ...shared,
      ]),
    ],
  };
}

function clean(given: unknown, { state, depth }: Place): Schema {
  state.parts += 1;
  if (!isRecord(given) || depth > MAX_DEPTH || state.parts > MAX_PARTS) return {};
  const { schema, leave } = resolve(given, state);
  const below = { state, depth: depth + 1 };
  const result: Schema = keepPlain(schema);
  const type = cleanType(schema.type);
  if (type !== undefined) result.type = type;
  const options = Array.isArray(schema.enum) ? schema.enum.filter(isScalar).slice(0, MAX_LIST) : [];
  if (options.length > 0) result.enum = [...new Set(options.map(cutScalar))];
  if (isScalar(schema.const)) result.enum = [cutScalar(schema.const)];
  if (isRecord(schema.properties)) addFields(result, schema, below);
  if (typeof schema.additionalProperties === 'boolean')
    result.additionalProperties = schema.additionalProperties;
  else if (isRecord(schema.additionalProperties))
    result.additionalProperties = clean(schema.additionalProperties, below);
  if (type === 'array' || schema.items !== undefined)
    result.items = clean(Array.isArray(schema.items) ? schema.items[0] : schema.items, below);
  for (const union of UNIONS)
    if (Array.isArray(schema[union]) && schema[union].length > 0)
      result[union] = schema[union].slice(0, MAX_LIST).map((variant) => clean(variant, below));
  leave();
  return result;
}

function addFields(result: Schema, schema: Schema, place: Place): void {
  const fields = Object.entries(schema.properties as Schema)
    .filter(([name]) => FIELD_NAME.test(name) && name !== '__proto__')
    .slice(0, MAX_LIST);
  result.properties = Object.fromEntries(fields.map(([name, field]) => [name, clean(field, place)]));
  const names = new Set(fields.map(([name]) => name));
  const required = Array.isArray(schema.required)
    ? schema.required.filter((name) => names.has(name as string))
    : [];
  if (required.length > 0) result.required = [...new Set(required)];
}

function keepPlain(schema: Schema): Schema {
  const kept: Schema = {};
  for (const [keyword, isValid] of Object.entries(PLAIN_KEYWORDS)) {
    const value = schema[keyword];
    if (isValid(value)) kept[keyword] = typeof value === 'string' ? cut(value) : value;
  }
  const { default: preset } = schema;
  if (isScalar(preset)) kept.default = cutScalar(preset);
  return kept;
}

function cleanType(type: unknown): string | string[] | undefined {
  if (typeof type === 'string') return TYPES.has(type) ? type : undefined;
  if (!Array.isArray(type)) return undefined;
  const known = type.filter((one): one is string => typeof one === 'string' && TYPES.has(one));
  return known.length > 1 ? [...new Set(known)] : known[0];
}

/** Returns a schema that accepts anything for a cycle, or for a reference to another document. */
function resolve(schema: Schema, state: State): { schema: Schema; leave: () => void } {
  if (!mayRead(schema, state)) return { schema: {}, leave: () => undefined };
  const { references, root } = state;
  const reference = schema.$ref;
  if (typeof reference !== 'string') return { schema, leave: () => undefined };
  const isEndless = references.length >= MAX_REFERENCES || references.includes(reference);
  const target = isEndless ? undefined : follow(root, reference);
  const { $ref: _reference, ...beside } = schema;
  if (!target) return { schema: beside, leave: () => undefined };
  references.push(reference);
  const inner = resolve(target, state);
  return {
    schema: { ...inner.schema, ...beside },
    leave() {
      inner.leave();
      references.pop();
    },
  };
}

function mayRead(schema: Schema, { budget }: State): boolean {
  if (budget.left <= 0) return false;
  const { $ref: reference, properties, required, enum: options, type } = schema;
  budget.left -= 1 + Object.keys(schema).length;
  if (isRecord(properties)) budget.left -= Object.keys(properties).length;
  for (const list of [required, options, type]) if (Array.isArray(list)) budget.left -= list.length;
  // Charged, because following a long path takes time.
  if (typeof reference === 'string') budget.left -= reference.length >> 3;
  return budget.left > 0;
}

function follow(root: Schema, reference: string): Schema | undefined {
  if (!reference.startsWith('#')) return undefined;
  let at: unknown = root;
  for (const step of reference.slice(1).split('/').slice(1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    at = isRecord(at) && Object.hasOwn(at, name) ? at[name] : undefined;
  }
  return isRecord(at) ? at : undefined;
}

type Scalar = string | number | boolean | null;

function isScalar(value: unknown): value is Scalar {
  return value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
}

function cutScalar(value: Scalar): Scalar {
  return typeof value === 'string' ? cut(value) : value;
}

function cut(text: string): string {
  return text.slice(0, MAX_TEXT).replaceAll('\0', '').toWellFormed();
}

function isRecord(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
