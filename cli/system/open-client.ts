import type { Client } from '@temporalio/client';
import type { Threadline } from '../../client/threadline.js';
import type { Config } from '../../config.js';
import type { Database } from '../../store/database.js';
import type { System } from './find-system.js';

/** A running Temporal usually answers within a second. */
const SLOW_MS = 3_000;

// Imported here, because `--help` must not load Temporal's client.

export async function withClient<Result>(
  config: Config,
  use: (client: Threadline, system: System) => Promise<Result>,
): Promise<Result> {
  const { findSystem } = await import('./find-system.js');
  const system = findSystem(config);
  const { findClientSettings } = await import('../project/find-encryption.js');
  const settings = await findClientSettings(config);
  const { callPlanner } = await import('../../activities/agent/replan/create-call-planner.js');
  const { connect } = await import('../../client/connect.js');
  const slow = setTimeout(() => {
    process.stderr.write(`Temporal is not responding at '${system.temporalAddress}' yet: still trying\n`);
  }, SLOW_MS);
  const client = await connect({
    temporal: system.temporal,
    namespace: config.namespace,
    databaseUrl: system.databaseUrl,
    taskQueue: config.taskQueue,
    trajectoryFolder: config.trajectoryFolder,
    ...settings,
    actor: config.login,
    via: 'command',
    planner: callPlanner,
  }).finally(() => clearTimeout(slow));
  try {
    return await use(client, system);
  } finally {
    await client.close();
  }
}

export async function withSystem<Result>(
  config: Config,
  use: (parts: { temporal: Client; db: Database; system: System }) => Promise<Result>,
): Promise<Result> {
  const { findSystem } = await import('./find-system.js');
  const system = findSystem(config);
  const { connectTemporal } = await import('./connect-temporal.js');
  const temporal = await connectTemporal(config, system);
  try {
    return await withDatabase(system.databaseUrl, (db) => use({ temporal, db, system }));
  } finally {
    await temporal.connection.close();
  }
}

export async function withDatabase<Result>(
  url: string,
  use: (db: Database) => Promise<Result>,
): Promise<Result> {
  const { openDatabase } = await import('../../store/database.js');
  const db = openDatabase({ url, applicationName: 'threadline command' });
  try {
    return await use(db);
  } finally {
    await db.destroy();
  }
}
