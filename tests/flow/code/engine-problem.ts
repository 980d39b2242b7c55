import { runSandboxed } from '../../../flow/code/run-sandboxed.js';

export async function engineProblem(expression: string): Promise<string | undefined> {
  const result = await runSandboxed(expression);
  return result.kind === 'problem' ? result.problem : undefined;
}
