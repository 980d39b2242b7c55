import { runSandboxed } from '../../../flow/code/run-sandboxed.js';

/** Why the sandbox's engine does not compile an expression, as a sentence; absent: it does. Nothing of it is run. */
export async function engineProblem(expression: string): Promise<string | undefined> {
  const result = await runSandboxed(expression);
  return result.kind === 'problem' ? result.problem : undefined;
}
