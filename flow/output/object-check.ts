import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { RE2JS } from 're2js';
import { schemaShapeProblem, type JsonSchema } from '../../protocol/asked-output.js';
import { errorMessage } from '../../protocol/error-message.js';
import { nestingProblem } from '../values/nesting-problem.js';
import { toStorable } from '../values/to-storable.js';

/** The object that was found, as it is stored; or what is wrong with what was given, as a clause. */
export type CheckedObject =
  | { readonly object: Readonly<Record<string, unknown>>; readonly problem?: never }
  | { readonly problem: string; readonly object?: never };

/** Compiling one takes some milliseconds, and a worker's flows have a few. */
const MAX_COMPILED = 64;
/** Problems of one object that its one repair is asked to fix. */
const MAX_PROBLEMS = 5;
const MAX_PROBLEM_CHARACTERS = 240;
const MAX_PATTERN_CHARACTERS = 1_000;

/** Returns the problem of an output's schema, as the end of a sentence that begins with 'it'; undefined: there is none. */
export function schemaProblem(schema: JsonSchema): string | undefined {
  const shape = schemaShapeProblem(schema);
  if (shape !== undefined) return shape;
  try {
    compile(schema);
    return undefined;
  } catch (error) {
    return `must be a JSON Schema of draft 2020-12: ${cut(errorMessage(error))}`;
  }
}

/**
 * Reads the object that a model wrote, fills in defaults of its schema, and checks it. Ignores words and code fences around it.
 * Formats are not checked: no two programs agree on them. Patterns take linear time.
 */
export function checkObject(text: string, schema: JsonSchema): CheckedObject {
  const object = parseObject(text);
  if (object === undefined)
    return { problem: text.trim() === '' ? 'it has no text' : 'it is not one whole JSON object' };
  const tooDeep = nestingProblem(object);
  if (tooDeep !== undefined) return { problem: `it ${tooDeep}` };
  const isValid = compile(schema);
  // Checked as it is stored: what JSON can say and Postgres cannot is another value then.
  const stored = toStorable(object) as Record<string, unknown>;
  if (isValid(stored)) return { object: stored };
  const problems = (isValid.errors ?? []).slice(0, MAX_PROBLEMS).map(describeError);
  return { problem: problems.length === 0 ? 'it is not as its schema says' : problems.join('; ') };
}

function parseObject(text: string): object | undefined {
  const [from, through] = [text.indexOf('{'), text.lastIndexOf('}')];
  if (from === -1 || through < from) return undefined;
  try {
    // What begins with a brace is an object or no JSON.
    return JSON.parse(text.slice(from, through + 1)) as object;
  } catch {
    return undefined;
  }
}

const compiled = new Map<string, ValidateFunction>();

function compile({ $schema: _draft, ...schema }: JsonSchema): ValidateFunction {
  const key = JSON.stringify(schema);
  const known = compiled.get(key);
  if (known !== undefined) return known;
  // One instance for each: what one schema names is not there for another.
  const ajv = new Ajv2020({
    strict: false,
    validateFormats: false,
    logger: false,
    code: { regExp },
    allErrors: true,
    // A model may omit a field that has a default.
    useDefaults: true,
  });
  const validate = ajv.compile(schema);
  const [oldest] = compiled.keys();
  if (compiled.size >= MAX_COMPILED && oldest !== undefined) compiled.delete(oldest);
  compiled.set(key, validate);
  return validate;
}

/** Patterns in the syntax of RE2; others make the schema one that is refused. */
const regExp = Object.assign(compilePattern, { code: 're2' });

function compilePattern(pattern: string): { test(text: string): boolean; toString(): string } {
  if (pattern.length > MAX_PATTERN_CHARACTERS) throw new Error('A pattern is too long');
  const regex = RE2JS.compile(pattern);
  // By its text a pattern is known again.
  return { test: (text) => regex.matcher(text).find(), toString: () => pattern };
}

/** Words an error of a value by its place: `/items/0/price must be number`. */
function describeError({ instancePath, keyword, params, message = 'is wrong' }: ErrorObject): string {
  const place = instancePath === '' ? 'it' : `'${cut(instancePath)}'`;
  const more =
    keyword === 'enum' || keyword === 'const' || keyword === 'additionalProperties'
      ? ` (${cut(JSON.stringify(params))})`
      : '';
  return cut(`${place} ${message}${more}`);
}

function cut(text: string): string {
  return text.length > MAX_PROBLEM_CHARACTERS
    ? `${text.slice(0, MAX_PROBLEM_CHARACTERS).toWellFormed()}…`
    : text;
}
