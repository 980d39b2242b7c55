import { setTimeout as delay } from 'node:timers/promises';
import { errorCode } from '../error-text.js';
import { isAlive, type ProcessMark } from './process-mark.js';

/** A signal that asks a process to end, and how long to wait for that. */
export interface StopStep {
  readonly signal: NodeJS.Signals;
  readonly waitMs: number;
}

/** Temporal ends by itself on SIGTERM. */
export const STOP_TEMPORAL: readonly StopStep[] = [
  { signal: 'SIGTERM', waitMs: 10_000 },
  { signal: 'SIGKILL', waitMs: 5_000 },
];
/**
 * For Postgres, SIGINT is the fast shutdown, which closes all connections, and SIGQUIT the immediate one, after
 * which the next start has to recover.
 */
export const STOP_POSTGRES: readonly StopStep[] = [
  { signal: 'SIGINT', waitMs: 15_000 },
  { signal: 'SIGQUIT', waitMs: 5_000 },
];

/**
 * Ends the marked process step by step, and returns when it is gone; at once if it is gone already. No other
 * process is ever signalled. Throws when the process outlives all steps, or may not be signalled.
 */
export async function stopProcess(mark: ProcessMark, steps: readonly StopStep[]): Promise<void> {
  for (const { signal, waitMs } of steps) {
    if (!isAlive(mark)) return;
    send(mark.pid, signal);
    const deadline = Date.now() + waitMs;
    while (isAlive(mark) && Date.now() < deadline) await delay(20);
  }
  if (isAlive(mark))
    throw new Error(`Process ${mark.pid} did not end on ${steps.at(-1)?.signal}; end it by hand`);
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (errorCode(error) === 'ESRCH') return;
    throw new Error(`Process ${pid} belongs to another user and cannot be ended; end it as that user`, {
      cause: error,
    });
  }
}
