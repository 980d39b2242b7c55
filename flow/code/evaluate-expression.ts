import { nestingProblem } from '../values/nesting-problem.js';
import { toStorable } from '../values/to-storable.js';
import type { TurnRequest } from './fair-turns.js';
import { runSandboxed } from './run-sandboxed.js';
import { MAX_DATA_CHARACTERS, MAX_VALUE_CHARACTERS } from './sandbox-limits.js';

export interface ExpressionData {
  nodes: Readonly<Record<string, unknown>>;
  trigger?: unknown;
  loop?: unknown;
}

/**
 * Limits: 64 MB and one second of CPU time. Throws an `Error` for the user, a `SandboxBusyError`, or an
 * aborted signal's reason.
 */
export async function evaluateExpression(
  expression: string,
  data: ExpressionData,
  request?: TurnRequest,
): Promise<unknown> {
  return (await evaluateCode(expression, data, request)).value;
}

export async function evaluateCode(
  expression: string,
  data: ExpressionData,
  request?: TurnRequest,
): Promise<{ value: unknown; writes: unknown[] }> {
  const { nodes, trigger = null, loop = null } = data;
  const dataJson = JSON.stringify({ nodes, trigger, loop });
  if (dataJson.length > MAX_DATA_CHARACTERS)
    throw new Error(
      `Expression received ${dataJson.length} characters of data; the limit is ${MAX_DATA_CHARACTERS}`,
    );
  const result = await runSandboxed(expression, dataJson, request);
  if (result.kind === 'problem') throw new Error(result.problem);
  const { json } = result;
  if (json.length > MAX_VALUE_CHARACTERS)
    throw new Error(`Expression returns ${json.length} characters; the limit is ${MAX_VALUE_CHARACTERS}`);
  // Postgres rejects NUL and unpaired surrogates.
  const value: unknown = JSON.parse(json);
  const problem = nestingProblem(value);
  if (problem) throw new Error(`Expression returns a value that ${problem}`);
  return { value: toStorable(value), writes: readWrites(result.writes) };
}

function readWrites(json = '[]'): unknown[] {
  if (json.length > MAX_VALUE_CHARACTERS)
    throw new Error(`Expression writes ${json.length} characters; it may write ${MAX_VALUE_CHARACTERS}`);
  const writes: unknown = JSON.parse(json);
  return Array.isArray(writes) ? writes : [];
}
