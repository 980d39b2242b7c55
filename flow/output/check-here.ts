import type { JsonSchema } from '../../protocol/json-schema.js';
import { nestingProblem } from '../values/nesting-problem.js';
import { toStorable } from '../values/to-storable.js';
import { findViolations } from './schema/find-violations.js';
import { schemaProblem } from './schema/schema-problem.js';
import type { Steps } from './schema/steps.js';

/** The object as stored, or a clause about the problem. */
export type CheckedObject =
  | { readonly object: Readonly<Record<string, unknown>>; readonly problem?: never }
  | { readonly problem: string; readonly object?: never };

export interface ObjectToCheck {
  text: string;
  schema: JsonSchema;
}

const MAX_VALUES = 100_000;

export function checkHere({ text, schema }: ObjectToCheck, steps: Steps): CheckedObject {
  const json = findObject(text);
  if (json === undefined) return { problem: text.trim() === '' ? 'it has no text' : NO_OBJECT };
  if (mayExceed(json, MAX_VALUES)) return { problem: `it has more than ${MAX_VALUES} values` };
  const object = parse(json);
  if (!object) return { problem: NO_OBJECT };
  const tooDeep = nestingProblem(object);
  if (tooDeep) return { problem: `it ${tooDeep}` };
  const unusable = schemaProblem(schema);
  if (unusable) return { problem: `its schema ${unusable}` };
  // Postgres rejects some JSON values.
  const stored = toStorable(object) as Record<string, unknown>;
  const violations = findViolations(schema, stored, steps);
  return violations.length === 0 ? { object: stored } : { problem: violations.join('; ') };
}

const NO_OBJECT = 'it is not one whole JSON object';

function findObject(text: string): string | undefined {
  const [from, through] = [text.indexOf('{'), text.lastIndexOf('}')];
  return from === -1 || through < from ? undefined : text.slice(from, through + 1);
}

function parse(json: string): object | undefined {
  try {
    return JSON.parse(json) as object;
  } catch {
    return undefined;
  }
}

function mayExceed(json: string, values: number): boolean {
  if (json.length <= values) return false;
  return countValues(json) > values;
}

function countValues(json: string): number {
  let count = 1;
  let isText = false;
  for (let index = 0; index < json.length; index += 1) {
    const code = json.charCodeAt(index);
    if (code === QUOTE) isText = !isText;
    else if (isText) index += Number(code === BACKSLASH);
    else if (code === COMMA || code === BRACE || code === BRACKET) count += 1;
  }
  return count;
}

const [QUOTE, BACKSLASH, COMMA, BRACE, BRACKET] = [0x22, 0x5c, 0x2c, 0x7b, 0x5b];
