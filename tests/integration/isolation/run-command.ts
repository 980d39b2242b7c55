import { createProgram } from '../../../cli/program/create-program.js';
import type { TestSystem } from '../../../testing/test-system.js';

/** Runs a command of `threadline` in this process, on a test system, and returns what it said. */
export async function runCommand(
  system: TestSystem,
  args: readonly string[],
): Promise<{ output: string; failure: string | undefined }> {
  process.env.TEMPORAL_ADDRESS = system.environment.temporalAddress;
  process.env.DATABASE_URL = system.databaseUrl;
  process.env.THREADLINE_TASK_QUEUE = system.taskQueue;
  let output = '';
  const { stdout, stderr } = process;
  const written = { stdout: stdout.write.bind(stdout), stderr: stderr.write.bind(stderr) };
  const keep = (chunk: unknown): boolean => {
    output += String(chunk);
    return true;
  };
  stdout.write = keep as typeof stdout.write;
  stderr.write = keep as typeof stderr.write;
  try {
    await createProgram().parseAsync(['node', 'threadline', ...args]);
    return { output, failure: undefined };
  } catch (error) {
    return { output, failure: String(error) };
  } finally {
    stdout.write = written.stdout;
    stderr.write = written.stderr;
    process.exitCode = undefined;
  }
}
