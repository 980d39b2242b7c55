import type { z } from 'zod';
import type { CheckedObject, ObjectToCheck } from '../../flow/output/check-here.js';
import type { OutputSchema } from '../../flow/output/to-json-schema.js';
import type { JsonSchema } from '../../protocol/json-schema.js';
import { ThreadlineError } from '../threadline-error.js';

export type ObjectOf<Schema> = Schema extends z.ZodType ? z.output<Schema> : Record<string, unknown>;

export type WithObject<Schema> = Schema extends OutputSchema
  ? { object: ObjectOf<Schema> }
  : { object?: undefined };

export async function toAskedOutput(schema: OutputSchema): Promise<JsonSchema> {
  const { toJsonSchema } = await import('../../flow/output/to-json-schema.js');
  const { schemaProblem } = await import('../../flow/output/schema/schema-problem.js');
  let json: JsonSchema;
  try {
    json = toJsonSchema(schema);
  } catch (error) {
    throw invalid('must be one that JSON Schema can express', error);
  }
  const problem = typeof json === 'object' && json !== null ? schemaProblem(json) : 'must be a JSON Schema';
  if (problem) throw invalid(problem);
  return json;
}

/** `isRefined`: fits the JSON Schema and fails only a refinement. */
type AskedObject = { object: unknown } | { problem: string; isRefined: boolean };

const MAX_ISSUES = 5;

export async function findAskedObject(text: string, schema: OutputSchema): Promise<AskedObject> {
  const { object, problem } = await checkBounded({ text, schema: await toAskedOutput(schema) });
  if (problem) return { problem, isRefined: false };
  if (!('_zod' in schema)) return { object };
  const parsed = await (schema as z.ZodType).safeParseAsync(object);
  if (parsed.success) return { object: parsed.data };
  const issues = parsed.error.issues.slice(0, MAX_ISSUES);
  const problems = issues.map(
    ({ path, message }) => (path.length > 0 ? `'${path.join('.')}': ` : '') + message,
  );
  return { problem: problems.join('; '), isRefined: true };
}

/** Takes about 200 ms. */
const MAX_STEPS = 1_000_000;

/** Limits steps instead of time, because a worker thread starts from a file, which bundlers cannot follow. */
async function checkBounded(given: ObjectToCheck): Promise<CheckedObject> {
  const { checkHere } = await import('../../flow/output/check-here.js');
  const { Steps } = await import('../../flow/output/schema/steps.js');
  const { OverShareError } = await import('../../flow/templates/meter.js');
  try {
    return checkHere(given, new Steps(MAX_STEPS));
  } catch (error) {
    if (!(error instanceof OverShareError)) throw error;
    return { problem: `it takes more than ${MAX_STEPS} steps to check against its schema` };
  }
}

/**
 * Throws `Model.InvalidAnswer` if the answer does not fit, even if the turn was first sent without the
 * schema.
 */
export async function readAskedObject(text: string, schema: OutputSchema): Promise<unknown> {
  const read = await findAskedObject(text, schema);
  if ('object' in read) return read.object;
  throw unusableAnswer(read.problem);
}

function invalid(problem: string, cause?: unknown): ThreadlineError {
  return new ThreadlineError('Conversation.InvalidTurn', `The requested 'output' ${problem}`, {
    cause,
  });
}

export function unusableAnswer(problem: string): ThreadlineError {
  return new ThreadlineError('Model.InvalidAnswer', `The answer is not the requested object: ${problem}`);
}
