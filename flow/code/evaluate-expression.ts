import { nestingProblem } from '../values/nesting-problem.js';
import { toStorable } from '../values/to-storable.js';
import type { TurnRequest } from './fair-turns.js';
import { runSandboxed } from './run-sandboxed.js';
import { MAX_DATA_CHARACTERS, MAX_VALUE_CHARACTERS } from './sandbox-limits.js';

/** The variables of an expression, plain JSON data; each node's output is also there under its id. */
export interface ExpressionData {
  nodes: Readonly<Record<string, unknown>>;
  trigger?: unknown;
  loop?: unknown;
}

/**
 * The value of a JavaScript expression, or of a function's statements when it has a `return`: JSON-safe, null for
 * undefined. It has no access to the machine, 64 MB and a second on a core; throws a sentence when it fails or takes
 * more, `SandboxBusyError` when it is not its turn in time, and the reason of an aborted signal.
 */
export async function evaluateExpression(
  expression: string,
  data: ExpressionData,
  request?: TurnRequest,
): Promise<unknown> {
  return (await evaluateCode(expression, data, request)).value;
}

/** Evaluates an expression, and gives besides its value what it asked of `trajectory`, in order and unchecked. */
export async function evaluateCode(
  expression: string,
  data: ExpressionData,
  request?: TurnRequest,
): Promise<{ value: unknown; writes: unknown[] }> {
  const { nodes, trigger = null, loop = null } = data;
  const dataJson = JSON.stringify({ nodes, trigger, loop });
  if (dataJson.length > MAX_DATA_CHARACTERS)
    throw new Error(
      `Expression is given ${dataJson.length} characters of data; it may have ${MAX_DATA_CHARACTERS}`,
    );
  const result = await runSandboxed(expression, dataJson, request);
  if (result.kind === 'problem') throw new Error(result.problem);
  const { json } = result;
  if (json.length > MAX_VALUE_CHARACTERS)
    throw new Error(`Expression gives ${json.length} characters; it may give ${MAX_VALUE_CHARACTERS}`);
  // Postgres takes less than JSON says: no NUL, no halves of characters.
  const value: unknown = JSON.parse(json);
  const problem = nestingProblem(value);
  if (problem !== undefined) throw new Error(`Expression gives a value that ${problem}`);
  return { value: toStorable(value), writes: readWrites(result.writes) };
}

function readWrites(json = '[]'): unknown[] {
  if (json.length > MAX_VALUE_CHARACTERS)
    throw new Error(`Expression writes ${json.length} characters; it may write ${MAX_VALUE_CHARACTERS}`);
  const writes: unknown = JSON.parse(json);
  return Array.isArray(writes) ? writes : [];
}
