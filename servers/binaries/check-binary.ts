import { runProcess } from '../process/run-process.js';

type BinaryCheck =
  | { readonly kind: 'usable' }
  | { readonly kind: 'not-found' }
  | { readonly kind: 'broken'; readonly reason: string };

export async function checkTemporalCli(command: string): Promise<BinaryCheck> {
  const result = await runProcess({ command, args: ['--version'], timeoutMs: 20_000 });
  if (result.kind === 'not-found') return result;
  if (result.kind === 'failed') return { kind: 'broken', reason: result.failure };
  if (/temporal version/i.test(result.output)) return { kind: 'usable' };
  return { kind: 'broken', reason: `'${command} --version' printed '${result.output.trim().slice(0, 80)}'` };
}
