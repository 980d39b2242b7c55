import { setTimeout as delay } from 'node:timers/promises';
import { errorCode } from '../error-text.js';
import { isAlive, type ProcessMark } from './process-mark.js';

export interface StopStep {
  readonly signal: NodeJS.Signals;
  readonly waitMs: number;
}

export const STOP_TEMPORAL: readonly StopStep[] = [
  { signal: 'SIGTERM', waitMs: 10_000 },
  { signal: 'SIGKILL', waitMs: 5_000 },
];
/**
 * SIGINT closes connections cleanly; after SIGQUIT, Postgres needs recovery; SIGKILL also ends a process stopped by
 * SIGSTOP.
 */
export const STOP_POSTGRES: readonly StopStep[] = [
  { signal: 'SIGINT', waitMs: 15_000 },
  { signal: 'SIGQUIT', waitMs: 5_000 },
  { signal: 'SIGKILL', waitMs: 5_000 },
];

export function hurry(steps: readonly StopStep[], withinMs: number): StopStep[] {
  const totalMs = steps.reduce((sum, { waitMs }) => sum + waitMs, 0);
  const factor = Math.min(1, withinMs / totalMs);
  return steps.map(({ signal, waitMs }) => ({ signal, waitMs: waitMs * factor }));
}

/** Never signals another process with the same id. */
export async function stopProcess(mark: ProcessMark, steps: readonly StopStep[]): Promise<void> {
  for (const { signal, waitMs } of steps) {
    if (!isAlive(mark)) return;
    send(mark.pid, signal);
    const deadline = Date.now() + waitMs;
    while (isAlive(mark) && Date.now() < deadline) await delay(20);
  }
  if (isAlive(mark))
    throw new Error(`Process ${mark.pid} did not end on ${steps.at(-1)?.signal}; end it manually`);
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
