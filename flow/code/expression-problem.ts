import { runSandboxed } from './run-sandboxed.js';

/** A sentence when an expression is no JavaScript; undefined when it can be compiled. Nothing of it is run. */
export async function expressionProblem(expression: string): Promise<string | undefined> {
  const result = await runSandboxed(expression);
  return result.kind === 'problem' ? result.problem : undefined;
}
