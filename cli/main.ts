import { CommanderError } from 'commander';
import { isDebugging } from '../config.js';
import { CommandError } from './program/command-error.js';
import { createProgram } from './create-program.js';
import { describeError } from './program/describe-error.js';
import { EXIT_CODES } from './program/exit-codes.js';
import { flushSpans } from '../tracing/flush-spans.js';

for (const stream of [process.stdout, process.stderr]) stream.on('error', endWithoutReader);

process.exitCode = await run();
await flushSpans();
// Exiting drops what a slow reader of a pipe has not read.
await Promise.all([process.stdout, process.stderr].map(drain));
process.exit();

async function run(): Promise<number> {
  try {
    await createProgram().parseAsync();
    return Number(process.exitCode ?? EXIT_CODES.ok);
  } catch (error) {
    // Commander has already printed the error or the help.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT_CODES.ok : EXIT_CODES.usage;
    process.stderr.write(`${describeError(error)}\n`);
    if (isDebugging() && error instanceof Error) console.error(error);
    return error instanceof CommandError ? error.exitCode : EXIT_CODES.failed;
  }
}

function drain(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => stream.write('', () => resolve()));
}

/** Exits quietly when a reader such as `head` leaves. */
function endWithoutReader(error: NodeJS.ErrnoException): void {
  if (process.listenerCount('SIGHUP') > 0) process.emit('SIGHUP', 'SIGHUP');
  else process.exit(error.code === 'EPIPE' ? undefined : EXIT_CODES.failed);
}
