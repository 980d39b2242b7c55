import { AsyncLocalStorage } from 'node:async_hooks';
import { Context } from '@temporalio/activity';
import { CancelledFailure } from '@temporalio/common';

export interface ProjectCode {
  kind: 'tool' | 'node';
  name: string;
  executionId: string;
}

export interface Standing {
  isGivenUp: boolean;
}

const owners = new AsyncLocalStorage<ProjectCode>();

export function asProjectCode<Result>(code: ProjectCode, work: () => Result): Result {
  return owners.run(code, work);
}

export function findProjectCode(): ProjectCode | undefined {
  return owners.getStore();
}

/** After an abort, waits only for the grace period: the function may never end. */
export async function runProjectCode<Result>(
  code: ProjectCode,
  {
    graceMs,
    signal = Context.current().cancellationSignal,
    work,
  }: { graceMs: number; signal?: AbortSignal; work: (standing: Standing) => Promise<Result> },
): Promise<Result> {
  // Taken here, because abort listeners run outside the Activity's context.
  const { log } = Context.current();
  const standing = { isGivenUp: false };
  const running = asProjectCode(code, () => work(standing));
  let timer: NodeJS.Timeout | undefined;
  let listen: (() => void) | undefined;
  const given = new Promise<never>((_resolve, reject) => {
    const giveUp = (): void => {
      standing.isGivenUp = true;
      log.warn(`A ${code.kind} ignored its cancellation and is abandoned`, {
        name: code.name,
        graceMs,
      });
      logEnd(log, code, running);
      reject((signal.reason as Error | undefined) ?? new CancelledFailure(`The ${code.kind} was canceled`));
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
    if (listen) signal.removeEventListener('abort', listen);
  }
}

function logEnd(log: Context['log'], { kind, name }: ProjectCode, running: Promise<unknown>): void {
  const say = (outcome: string): void =>
    log.warn(`A ${kind} that was abandoned has ended; its result is ignored`, { name, outcome });
  running.then(
    () => say('completed'),
    () => say('failed'),
  );
}
