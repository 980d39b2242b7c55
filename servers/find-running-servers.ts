import { existsSync, realpathSync } from 'node:fs';
import { PLAIN_ROLE, readPlainPassword } from './postgres/plain-role.js';
import { isAlive } from './process/process-mark.js';
import { openServerState } from './server-state.js';

export interface RunningServers {
  readonly temporalAddress?: string;
  readonly uiUrl?: string;
  readonly databaseUrl?: string;
}

export function findRunningServers(dataDir: string): RunningServers {
  if (!existsSync(dataDir)) return {};
  const realDir = realpathSync(dataDir);
  const { temporal, postgres } = openServerState(realDir).current();
  const password = readPlainPassword(realDir);
  const isTemporalAlive = temporal?.process !== undefined && isAlive(temporal.process);
  const isPostgresAlive = postgres?.process !== undefined && isAlive(postgres.process);
  return {
    temporalAddress: isTemporalAlive ? `127.0.0.1:${temporal.port}` : undefined,
    uiUrl:
      isTemporalAlive && temporal.uiPort !== undefined ? `http://127.0.0.1:${temporal.uiPort}` : undefined,
    databaseUrl:
      isPostgresAlive && password !== undefined
        ? `postgres://${PLAIN_ROLE}:${password}@127.0.0.1:${postgres.port}/threadline`
        : undefined,
  };
}
