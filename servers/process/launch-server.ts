import { setTimeout as delay } from 'node:timers/promises';
import type { ProcessMark } from './process-mark.js';
import { logLength, logTail, spawnServer, type SpawnServerInput } from './spawn-server.js';
import { stopProcess, type StopStep } from './stop-process.js';
import { waitUntilReady } from './wait-until-ready.js';

const ATTEMPTS = 20;
// The second one: the children of a Postgres that was killed live on for a moment.
const PASSING_CAUSES =
  /address already in use|pre-existing shared memory block|Only one usage of each socket/i;

/** What a start needs of each kind of server. */
interface LaunchServerInput<Ports> {
  readonly name: string;
  /** Chooses ports; `attempt` counts from 0. */
  readonly choosePorts: (attempt: number) => Promise<Ports>;
  readonly command: (ports: Ports) => SpawnServerInput;
  /** Notes the process down, at once. */
  readonly record: (mark: ProcessMark, ports: Ports) => void;
  readonly probe: (ports: Ports) => Promise<void>;
  readonly stopSteps: readonly StopStep[];
}

/**
 * Starts one server and returns its ports once it answers. Begins again with other ports when somebody else
 * took one meanwhile. Throws with the end of the log when it fails for another reason; nothing is left running.
 */
export async function launchServer<Ports>(input: LaunchServerInput<Ports>): Promise<Ports> {
  for (let attempt = 0; ; attempt += 1) {
    const ports = await input.choosePorts(attempt);
    const command = input.command(ports);
    const logFrom = logLength(command.logFile);
    const mark = await spawnServer(command, (started) => input.record(started, ports));
    const { name, probe } = input;
    try {
      await waitUntilReady({ name, mark, logFile: command.logFile, logFrom, probe: () => probe(ports) });
      return ports;
    } catch (error) {
      await stopProcess(mark, input.stopSteps);
      const isPassing = PASSING_CAUSES.test(logTail(command.logFile, logFrom));
      if (!isPassing || attempt === ATTEMPTS - 1) throw error;
      await delay(500);
    }
  }
}
