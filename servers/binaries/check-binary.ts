import { runProcess } from '../process/run-process.js';

/** Whether a binary can be used, and if not, why. */
type BinaryCheck =
  | { readonly kind: 'usable' }
  | { readonly kind: 'not-found' }
  | { readonly kind: 'broken'; readonly reason: string };

/** Runs the Temporal CLI at `command` (a path, or a name on the PATH) to check that it is one. */
export async function checkTemporalCli(command: string): Promise<BinaryCheck> {
  const result = await runProcess({ command, args: ['--version'], timeoutMs: 20_000 });
  if (result.kind === 'not-found') return result;
  if (result.kind === 'failed') return { kind: 'broken', reason: result.failure };
  if (/temporal version/i.test(result.output)) return { kind: 'usable' };
  return { kind: 'broken', reason: `'${command} --version' printed '${result.output.trim().slice(0, 80)}'` };
}
