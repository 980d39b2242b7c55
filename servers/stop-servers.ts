import { existsSync, realpathSync, rmSync } from 'node:fs';
import path from 'node:path';
import { removeScratch } from './postgres/postgres-home.js';
import { openServerState } from './server-state.js';
import { hurry, STOP_POSTGRES, STOP_TEMPORAL, stopProcess } from './process/stop-process.js';
import { withStartLock } from './with-start-lock.js';

/** Stops the servers even if they are in use. Keeps their data. */
export async function stopServers(dataDir: string): Promise<void> {
  if (!existsSync(dataDir)) return;
  const realDir = realpathSync(dataDir);
  await withStartLock({ dataDir: realDir }, async () => {
    await stopRecordedServers(realDir);
    rmSync(path.join(realDir, 'users'), { recursive: true, force: true });
  });
}

/** Keeps the ports for the next start. */
export async function stopRecordedServers(dataDir: string, withinMs = Infinity): Promise<void> {
  const state = openServerState(dataDir);
  const { temporal, postgres } = state.current();
  await Promise.all([
    temporal?.process && stopProcess(temporal.process, hurry(STOP_TEMPORAL, withinMs)),
    postgres?.process && stopProcess(postgres.process, hurry(STOP_POSTGRES, withinMs)),
  ]);
  if (postgres?.isScratch === true) removeScratch(postgres.folder, dataDir);
  state.update({
    temporal: temporal && { ...temporal, process: undefined },
    postgres: postgres && { ...postgres, process: undefined },
  });
}
