import { setTimeout as delay } from 'node:timers/promises';
import { errorText } from './error-text.js';
import type { EndedServer, Servers } from './start-servers.js';

interface WatchServersInput {
  readonly servers: Pick<Servers, 'findEnded' | 'restart'>;
  readonly onEnded: (ended: readonly EndedServer[]) => void;
  readonly onRunning: (ended: readonly EndedServer[]) => void;
  readonly onGivenUp: (error: Error) => void;
}

export interface ServerWatch {
  stop(): Promise<void>;
}

const LOOK_EVERY_MS = 1_000;
const PAUSES_MS = [0, 1_000, 2_000, 4_000, 8_000];
/** After this long, earlier restarts no longer count. */
const FORGIVEN_AFTER_MS = 60_000;

export function watchServers(input: WatchServersInput): ServerWatch {
  const ending = new AbortController();
  const watching = watch(input, ending.signal).catch((error: unknown) => {
    if (!ending.signal.aborted) input.onGivenUp(error instanceof Error ? error : new Error(String(error)));
  });
  return {
    async stop() {
      ending.abort();
      await watching;
    },
  };
}

async function watch(input: WatchServersInput, signal: AbortSignal): Promise<void> {
  const attempts: number[] = [];
  for (;;) {
    await delay(LOOK_EVERY_MS, undefined, { signal });
    const ended = input.servers.findEnded();
    if (ended.length === 0) continue;
    input.onEnded(ended);
    await startAgain(input.servers, { ended, attempts, signal });
    input.onRunning(ended);
  }
}

async function startAgain(
  servers: WatchServersInput['servers'],
  { ended, attempts, signal }: { ended: readonly EndedServer[]; attempts: number[]; signal: AbortSignal },
): Promise<void> {
  let reason: unknown;
  for (;;) {
    const pauseMs = nextPause(attempts, Date.now());
    if (pauseMs === undefined) throw givenUp(ended, reason);
    await delay(pauseMs, undefined, { signal });
    try {
      await servers.restart({ signal });
      return;
    } catch (error) {
      signal.throwIfAborted();
      reason = error;
    } finally {
      attempts.push(Date.now());
    }
  }
}

export function nextPause(attempts: readonly number[], now: number): number | undefined {
  return PAUSES_MS[attempts.filter((at) => now - at < FORGIVEN_AFTER_MS).length];
}

function givenUp(ended: readonly EndedServer[], reason: unknown): Error {
  const names = ended.map(({ name }) => name).join(' and ');
  const logs = ended.map(({ logFile }) => `'${logFile}'`).join(' and ');
  const why = reason === undefined ? 'it exited again each time' : errorText(reason);
  return new Error(`${names} exited, and ${PAUSES_MS.length} restarts failed (${why}). See the log ${logs}`, {
    cause: reason,
  });
}
