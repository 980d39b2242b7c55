import type { NativeConnectionOptions } from '@temporalio/worker';
import { connectionTo, type Config } from '../../config.js';
import { CommandError } from '../program/command-error.js';
import { findRunningServers } from '../../servers/find-running-servers.js';

export interface System {
  readonly temporal: NativeConnectionOptions;
  readonly temporalAddress: string;
  readonly databaseUrl: string;
  readonly uiUrl: string | undefined;
}

const REMEDY = "start it with 'npm start' ('threadline dev'), or set TEMPORAL_ADDRESS and DATABASE_URL";

export function findSystem(config: Config): System {
  const servers = findRunningServers(config.dataDir);
  const temporalAddress = config.temporalAddress ?? servers.temporalAddress;
  const databaseUrl = config.databaseUrl ?? servers.databaseUrl;
  if (temporalAddress !== undefined && databaseUrl !== undefined)
    return {
      temporal: connectionTo(config, temporalAddress),
      temporalAddress,
      databaseUrl,
      uiUrl: config.temporalAddress === undefined ? servers.uiUrl : undefined,
    };
  if (config.temporalAddress !== undefined)
    throw new CommandError(
      `TEMPORAL_ADDRESS is set and DATABASE_URL is not, and no Postgres is running here: ${REMEDY}`,
    );
  if (config.databaseUrl !== undefined)
    throw new CommandError(
      `DATABASE_URL is set and TEMPORAL_ADDRESS is not, and no Temporal is running here: ${REMEDY}`,
    );
  throw new CommandError(`Nothing is running here: ${REMEDY}`);
}

export function findDatabase(config: Config): string {
  const url = config.databaseUrl ?? findRunningServers(config.dataDir).databaseUrl;
  if (url !== undefined) return url;
  throw new CommandError(
    "No Postgres is running here: start it with 'npm start' ('threadline dev'), or set DATABASE_URL",
  );
}

export function databaseAddress(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}
