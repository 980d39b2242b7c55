import { AsyncLocalStorage } from 'node:async_hooks';
import { Context } from '@temporalio/activity';
import { CancelledFailure } from '@temporalio/common';

/** A function of the project: which one, and on behalf of which execution it runs. */
export interface ProjectCode {
  kind: 'tool' | 'node';
  name: string;
  executionId: string;
}

/** Asked by code that runs for a project's function: whether nobody waits for it any more. */
export interface Standing {
  isGivenUp: boolean;
}

const owners = new AsyncLocalStorage<ProjectCode>();

/** Calls this as the project's code, so that what it leaves behind is known by its name. */
export function asProjectCode<Result>(code: ProjectCode, work: () => Result): Result {
  return owners.run(code, work);
}

/** Finds the project's function that what runs now was called by; undefined: none, or it cannot be known. */
export function findProjectCode(): ProjectCode | undefined {
  return owners.getStore();
}

/**
 * Runs a function of the project. Once it is told to stop, with its Activity by a cancel, a time-out or a worker that
 * shuts down, or by a signal of its own, it is waited for no longer than the grace, for it may never end and would keep
 * its slot: what it does later is ignored and logged. Rejects then with the reason of the stop.
 */
export async function runProjectCode<Result>(
  code: ProjectCode,
  {
    graceMs,
    signal = Context.current().cancellationSignal,
    work,
  }: { graceMs: number; signal?: AbortSignal; work: (standing: Standing) => Promise<Result> },
): Promise<Result> {
  // What a signal calls is outside of the Activity.
  const { log } = Context.current();
  const standing = { isGivenUp: false };
  const running = asProjectCode(code, () => work(standing));
  let timer: NodeJS.Timeout | undefined;
  let listen: (() => void) | undefined;
  const given = new Promise<never>((_resolve, reject) => {
    const giveUp = (): void => {
      standing.isGivenUp = true;
      log.warn(`A ${code.kind} did not stop in time, and is waited for no longer`, {
        name: code.name,
        graceMs,
      });
      logEnd(log, code, running);
      reject((signal.reason as Error | undefined) ?? new CancelledFailure(`The ${code.kind} was cancelled`));
    };
    listen = () => {
      timer = setTimeout(giveUp, graceMs);
    };
    if (signal.aborted) listen();
    else signal.addEventListener('abort', listen, { once: true });
  });
  try {
    return await Promise.race([running, given]);
  } finally {
    clearTimeout(timer);
    if (listen !== undefined) signal.removeEventListener('abort', listen);
  }
}

/** Says in the log that something ended which nobody waited for. */
function logEnd(log: Context['log'], { kind, name }: ProjectCode, running: Promise<unknown>): void {
  const say = (outcome: string): void =>
    log.warn(`A ${kind} that was given up has ended; this is ignored`, { name, outcome });
  running.then(
    () => say('completed'),
    () => say('failed'),
  );
}
