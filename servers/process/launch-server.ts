import { setTimeout as delay } from 'node:timers/promises';
import { isAlive, type ProcessMark } from './process-mark.js';
import { logLength, logTail, spawnServer, type SpawnServerInput } from './spawn-server.js';
import { hurry, stopProcess, type StopStep } from './stop-process.js';
import { waitUntilReady } from './wait-until-ready.js';

const ATTEMPTS = 20;
const ABORTED_MS = 1_000;
// Failures that pass: the child processes of a killed Postgres keep running for a moment.
const PASSING_CAUSES =
  /address already in use|pre-existing shared memory block|Only one usage of each socket/i;

interface LaunchServerInput<Ports> {
  readonly name: string;
  readonly choosePorts: (attempt: number) => Promise<Ports>;
  readonly command: (ports: Ports) => SpawnServerInput;
  /** Called as soon as the process runs, so that a later start can find it. */
  readonly record: (mark: ProcessMark, ports: Ports) => void;
  readonly probe: (ports: Ports) => Promise<void>;
  readonly stopSteps: readonly StopStep[];
  readonly signal?: AbortSignal | undefined;
}

/**
 * Stops a server that does not respond: nobody can use it, and two on one database would be worse than none.
 */
export async function joinServer<Last extends { readonly process?: ProcessMark | undefined }>(
  last: Last | undefined,
  server: Pick<LaunchServerInput<Last>, 'name' | 'probe' | 'stopSteps'> & { readonly logFile: string },
): Promise<Last | undefined> {
  const mark = last?.process;
  if (!mark || !isAlive(mark)) return undefined;
  const { name, logFile, probe, stopSteps } = server;
  try {
    await waitUntilReady({ name, mark, logFile, probe: () => probe(last) });
    return last;
  } catch {
    await stopProcess(mark, stopSteps);
    return undefined;
  }
}

/** Leaves nothing running if it fails. */
export async function launchServer<Ports>(input: LaunchServerInput<Ports>): Promise<Ports> {
  for (let attempt = 0; ; attempt += 1) {
    const ports = await input.choosePorts(attempt);
    const command = input.command(ports);
    const logFrom = logLength(command.logFile);
    const mark = await spawnServer(command, (started) => input.record(started, ports));
    const { name, probe, signal } = input;
    const { logFile } = command;
    try {
      await waitUntilReady({ name, mark, logFile, logFrom, signal, probe: () => probe(ports) });
      return ports;
    } catch (error) {
      await stopProcess(mark, signal?.aborted ? hurry(input.stopSteps, ABORTED_MS) : input.stopSteps);
      signal?.throwIfAborted();
      const isPassing = PASSING_CAUSES.test(logTail(command.logFile, logFrom));
      if (!isPassing || attempt === ATTEMPTS - 1) throw error;
      await delay(500);
    }
  }
}
