import { compilePattern } from '../../values/linear-pattern.js';
import { SCHEMA_WORDS, type CheckedSchema, type SchemaWords } from './schema-words.js';

export interface PreparedSchema {
  words: SchemaWords;
  types: readonly string[] | undefined;
  pattern: PreparedPattern | undefined;
  patterns: readonly (readonly [pattern: PreparedPattern, rule: CheckedSchema])[];
  defaults: readonly (readonly [name: string, json: string])[];
  dependents: readonly (readonly [name: string, rule: CheckedSchema])[];
  companions: readonly (readonly [name: string, others: readonly string[]])[];
}

export interface PreparedPattern {
  source: string;
  size: number;
  isIn: (text: string) => boolean;
}

/** The schema must be valid. */
export function prepareSchema(schema: SchemaWords): PreparedSchema {
  const { type, pattern, properties = {}, patternProperties = {} } = schema;
  return {
    // Thousands of unknown keywords would slow each lookup.
    words: Object.fromEntries(
      Object.entries(schema).filter(([word]) => word === 'const' || word in SCHEMA_WORDS),
    ),
    types: typeof type === 'string' ? [type] : type,
    pattern: pattern === undefined ? undefined : preparePattern(pattern),
    patterns: Object.entries(patternProperties).map(([source, rule]) => [preparePattern(source), rule]),
    defaults: Object.entries(properties).flatMap(([name, rule]) =>
      typeof rule === 'boolean' || rule.default === undefined ? [] : [[name, JSON.stringify(rule.default)]],
    ),
    dependents: Object.entries(schema.dependentSchemas ?? {}),
    companions: Object.entries(schema.dependentRequired ?? {}),
  };
}

function preparePattern(source: string): PreparedPattern {
  const regex = compilePattern(source);
  return { source, size: regex.programSize(), isIn: (text) => regex.matcher(text).find() };
}
