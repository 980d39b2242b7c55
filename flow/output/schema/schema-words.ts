/** `refused`: too costly to check, or changes what references mean. */
export type WordForm =
  | 'schema'
  | 'schemas'
  | 'named schemas'
  | 'patterned schemas'
  | 'reference'
  | 'type'
  | 'number'
  | 'positive number'
  | 'count'
  | 'flag'
  | 'pattern'
  | 'names'
  | 'named names'
  | 'values'
  | 'refused';

/** JSON Schema draft 2020-12; other keywords are ignored. */
export const SCHEMA_WORDS: Readonly<Record<string, WordForm>> = {
  $ref: 'reference',
  $defs: 'named schemas',
  definitions: 'named schemas',
  allOf: 'schemas',
  anyOf: 'schemas',
  oneOf: 'schemas',
  not: 'schema',
  if: 'schema',
  then: 'schema',
  else: 'schema',
  dependentSchemas: 'named schemas',
  properties: 'named schemas',
  patternProperties: 'patterned schemas',
  additionalProperties: 'schema',
  propertyNames: 'schema',
  required: 'names',
  dependentRequired: 'named names',
  minProperties: 'count',
  maxProperties: 'count',
  items: 'schema',
  prefixItems: 'schemas',
  contains: 'schema',
  minContains: 'count',
  maxContains: 'count',
  minItems: 'count',
  maxItems: 'count',
  uniqueItems: 'flag',
  type: 'type',
  nullable: 'flag',
  enum: 'values',
  pattern: 'pattern',
  minLength: 'count',
  maxLength: 'count',
  minimum: 'number',
  maximum: 'number',
  exclusiveMinimum: 'number',
  exclusiveMaximum: 'number',
  multipleOf: 'positive number',
  $dynamicRef: 'refused',
  $dynamicAnchor: 'refused',
  $recursiveRef: 'refused',
  $recursiveAnchor: 'refused',
  unevaluatedProperties: 'refused',
  unevaluatedItems: 'refused',
  dependencies: 'refused',
};

export const TYPES = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'] as const;
type TypeName = (typeof TYPES)[number];

export type CheckedSchema = boolean | SchemaWords;

export interface SchemaWords {
  $ref?: string;
  allOf?: readonly CheckedSchema[];
  anyOf?: readonly CheckedSchema[];
  oneOf?: readonly CheckedSchema[];
  not?: CheckedSchema;
  if?: CheckedSchema;
  then?: CheckedSchema;
  else?: CheckedSchema;
  dependentSchemas?: Named<CheckedSchema>;
  properties?: Named<CheckedSchema>;
  patternProperties?: Named<CheckedSchema>;
  additionalProperties?: CheckedSchema;
  propertyNames?: CheckedSchema;
  required?: readonly string[];
  dependentRequired?: Named<readonly string[]>;
  minProperties?: number;
  maxProperties?: number;
  items?: CheckedSchema;
  prefixItems?: readonly CheckedSchema[];
  contains?: CheckedSchema;
  minContains?: number;
  maxContains?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  type?: TypeName | readonly TypeName[];
  nullable?: boolean;
  enum?: readonly unknown[];
  const?: unknown;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  multipleOf?: number;
  default?: unknown;
}

type Named<Value> = Readonly<Record<string, Value>>;

export function findReferred(root: unknown, reference: string): unknown {
  if (reference !== '#' && !reference.startsWith('#/')) return undefined;
  let at: unknown = root;
  for (const step of reference.split('/').slice(1)) {
    const name = decodeStep(step);
    at = typeof at === 'object' && at !== null && Object.hasOwn(at, name) ? Reflect.get(at, name) : undefined;
  }
  return at;
}

function decodeStep(step: string): string {
  const plain = step.replaceAll('~1', '/').replaceAll('~0', '~');
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}
