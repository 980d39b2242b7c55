import { isRecord } from '../../../protocol/is-record.js';
import { schemaShapeProblem, type JsonSchema } from '../../../protocol/json-schema.js';
import { errorMessage } from '../../../protocol/error-message.js';
import { compilePattern } from '../../values/linear-pattern.js';
import { nestingProblem } from '../../values/nesting-problem.js';
import { findReferred, SCHEMA_WORDS, TYPES, type WordForm } from './schema-words.js';

/** Compiles all patterns within 20 ms. */
const MAX_PATTERNS_SIZE = 1_000;
const MAX_AT_ONE_VALUE = 1_000;
const MAX_SHOWN = 200;

/** Follows the schema's name. Also rejects a schema with an unlimited check. */
export function schemaProblem(schema: JsonSchema): string | undefined {
  const early = nestingProblem(schema) ?? schemaShapeProblem(schema);
  if (early) return early;
  const problem = new SchemaWalk(schema).findProblem();
  return problem && `must be a JSON Schema of draft 2020-12 that can be checked: ${problem}`;
}

class SchemaWalk {
  readonly #places = new Map<object, string>();
  readonly #counts = new Map<object, number>();
  readonly #patterns = new Map<string, number>();

  constructor(private readonly root: JsonSchema) {}

  findProblem(): string | undefined {
    const problem = this.#walk(this.root, 'output');
    if (problem) return problem;
    for (const [schema, place] of this.#places) {
      const counted = this.#count(schema, place);
      if (typeof counted === 'string') return counted;
    }
    return undefined;
  }

  #walk(schema: unknown, place: string): string | undefined {
    if (typeof schema === 'boolean') return undefined;
    if (!isRecord(schema)) return `'${shown(place)}' must be a schema`;
    if (this.#places.has(schema)) return undefined;
    this.#places.set(schema, place);
    if (schema !== this.root && typeof schema['$id'] === 'string')
      return `'${shown(place)}.$id' is not supported: use '$defs' and '#/$defs/…'`;
    for (const [word, value] of Object.entries(schema)) {
      const form = Object.hasOwn(SCHEMA_WORDS, word) ? SCHEMA_WORDS[word] : undefined;
      const problem = form && this.#findWordProblem(form, value, `${place}.${word}`);
      if (problem) return problem;
    }
    return undefined;
  }

  #findWordProblem(form: WordForm, value: unknown, place: string): string | undefined {
    switch (form) {
      case 'schema':
        return this.#walk(value, place);
      case 'schemas':
        if (!Array.isArray(value) || value.length === 0) return `'${shown(place)}' must be a list of schemas`;
        return findFirst(
          value.map((one, index) => [`${place}[${index}]`, one]),
          (at, one) => this.#walk(one, at),
        );
      case 'named schemas':
        return this.#walkNamed(value, place);
      case 'patterned schemas':
        return (
          this.#walkNamed(value, place) ??
          findFirst(
            Object.keys(value as object).map((name) => [place, name]),
            (at, name) => this.#findPatternProblem(name, at),
          )
        );
      case 'reference':
        return this.#followReference(value, place);
      case 'pattern':
        return this.#findPatternProblem(value, place);
      default:
        return plainProblem(form, value, shown(place));
    }
  }

  #walkNamed(value: unknown, place: string): string | undefined {
    if (!isRecord(value)) return `'${shown(place)}' must be an object of schemas`;
    return findFirst(
      Object.entries(value).map(([name, one]) => [`${place}.${name}`, one]),
      (at, one) => this.#walk(one, at),
    );
  }

  /** A reference may point anywhere in the schema. */
  #followReference(reference: unknown, place: string): string | undefined {
    const target = typeof reference === 'string' ? findReferred(this.root, reference) : undefined;
    if (typeof target !== 'boolean' && !isRecord(target))
      return `'${shown(place)}' must refer to a schema in this schema, as '#/$defs/name' does`;
    return this.#walk(target, `output${String(reference).slice(1).replaceAll('/', '.')}`);
  }

  #findPatternProblem(pattern: unknown, place: string): string | undefined {
    if (typeof pattern !== 'string') return `'${shown(place)}' must be a regular expression`;
    try {
      this.#patterns.set(pattern, this.#patterns.get(pattern) ?? compilePattern(pattern).programSize());
    } catch (error) {
      return `'${shown(place)}' must be a regular expression in RE2 syntax: ${shown(errorMessage(error))}`;
    }
    const size = [...this.#patterns.values()].reduce((sum, one) => sum + one, 0);
    return size > MAX_PATTERNS_SIZE
      ? `'${shown(place)}' is one pattern too many: use fewer or simpler ones`
      : undefined;
  }

  #count(schema: object, place: string): number | string {
    const known = this.#counts.get(schema);
    if (known === 0) return `'${shown(place)}' refers back to itself for the same value`;
    if (known !== undefined) return known;
    this.#counts.set(schema, 0);
    let sum = 1;
    for (const [at, part] of listInPlace(schema, place, this.root)) {
      const counted = this.#count(part, at);
      if (typeof counted === 'string') return counted;
      sum += counted;
      if (sum > MAX_AT_ONE_VALUE)
        return `'${shown(at)}' applies more than ${MAX_AT_ONE_VALUE} schemas to one value: use fewer references`;
    }
    this.#counts.set(schema, sum);
    return sum;
  }
}

function listInPlace(schema: object, place: string, root: JsonSchema): [place: string, part: object][] {
  const found: [string, unknown][] = [];
  for (const [word, value] of Object.entries(schema)) {
    const at = `${place}.${word}`;
    if (word === '$ref') found.push([at, findReferred(root, String(value))]);
    else if (word === 'not' || word === 'if' || word === 'then' || word === 'else') found.push([at, value]);
    else if (word === 'allOf' || word === 'anyOf' || word === 'oneOf')
      found.push(...(value as unknown[]).map((one, index): [string, unknown] => [`${at}[${index}]`, one]));
    else if (word === 'dependentSchemas')
      found.push(
        ...Object.entries(value as object).map(([name, one]): [string, unknown] => [`${at}.${name}`, one]),
      );
  }
  return found.filter((one): one is [string, object] => isRecord(one[1]));
}

function plainProblem(form: WordForm, value: unknown, place: string): string | undefined {
  switch (form) {
    case 'type': {
      const types: unknown[] = Array.isArray(value) ? value : [value];
      const isKnown = types.length > 0 && types.every((type) => TYPES.some((known) => known === type));
      return isKnown && new Set(types).size === types.length
        ? undefined
        : `'${place}' must be one or several of '${TYPES.join("', '")}'`;
    }
    case 'number':
      return Number.isFinite(value) ? undefined : `'${place}' must be a number`;
    case 'positive number':
      return Number.isFinite(value) && Number(value) > 0 ? undefined : `'${place}' must be a number above 0`;
    case 'count':
      return Number.isInteger(value) && Number(value) >= 0
        ? undefined
        : `'${place}' must be a whole number, 0 or more`;
    case 'flag':
      return typeof value === 'boolean' ? undefined : `'${place}' must be true or false`;
    case 'names':
      return areNames(value) ? undefined : `'${place}' must be a list of names`;
    case 'named names':
      return isRecord(value) && Object.values(value).every(areNames)
        ? undefined
        : `'${place}' must be an object of lists of names`;
    case 'values':
      return Array.isArray(value) ? undefined : `'${place}' must be a list`;
    case 'refused':
      return `'${place}' is not supported: its cost has no bound`;
    default:
      return undefined;
  }
}

function findFirst<Value>(
  list: readonly (readonly [place: string, value: Value])[],
  find: (place: string, value: Value) => string | undefined,
): string | undefined {
  for (const [place, value] of list) {
    const problem = find(place, value);
    if (problem) return problem;
  }
  return undefined;
}

function areNames(value: unknown): boolean {
  return Array.isArray(value) && value.every((name) => typeof name === 'string');
}

function shown(text: string): string {
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN).toWellFormed()}…` : text;
}
