import { Connection } from '@temporalio/client';
import { createRequire } from 'node:module';
import { cpus } from 'node:os';
import { sql } from 'kysely';
import { openDatabase } from '../../../store/database.js';
import type { TestEnvironment } from '../../testing/test-environment.js';

export interface MeasuredOn {
  cores: number;
  cpu: string;
  node: string;
  temporalServer: string;
  temporalSdk: string;
  postgres: string;
  threadline: string;
}

export async function describeEnvironment(environment: TestEnvironment): Promise<MeasuredOn> {
  const require = createRequire(import.meta.url);
  const readPackageVersion = (path: string): string => (require(path) as { version: string }).version;
  const cores = cpus();
  return {
    cores: cores.length,
    cpu: cores[0]?.model.trim() ?? 'unknown',
    node: process.versions.node,
    temporalServer: await temporalVersion(environment.temporalAddress),
    temporalSdk: readPackageVersion('@temporalio/worker/package.json'),
    postgres: await postgresVersion(environment.postgresUrl),
    threadline: readPackageVersion('../../../package.json'),
  };
}

export function environmentLine(on: MeasuredOn): string {
  return (
    `threadline ${on.threadline} on ${on.cores} cores (${on.cpu}), Node ${on.node}, ` +
    `Temporal server ${on.temporalServer}, SDK ${on.temporalSdk}, Postgres ${on.postgres}`
  );
}

async function temporalVersion(address: string): Promise<string> {
  const connection = await Connection.connect({ address });
  try {
    const { serverVersion } = await connection.workflowService.getClusterInfo({});
    return serverVersion ?? 'unknown';
  } finally {
    await connection.close();
  }
}

async function postgresVersion(url: string): Promise<string> {
  const db = openDatabase({ url });
  try {
    const { rows } = await sql<{ server_version: string }>`show server_version`.execute(db);
    return rows[0]?.server_version.split(' ')[0] ?? 'unknown';
  } finally {
    await db.destroy();
  }
}
