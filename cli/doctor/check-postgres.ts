import { sql } from 'kysely';
import type { Database } from '../../store/database.js';
import { listPendingMigrations } from '../../store/migrate.js';
import { describeError } from '../program/describe-error.js';
import { databaseAddress } from '../system/find-system.js';
import { withDatabase } from '../system/open-client.js';
import type { Check } from './check.js';
import { checkLimits } from './check-limits.js';
import { checkRetention } from './check-retention.js';

const MIN_VERSION = 14;

/** Postgres, the migrations it has, and what is kept in it for how long. */
export async function checkPostgres(url: string, taskQueue: string): Promise<Check[]> {
  return withDatabase(url, async (db) => {
    const server = await checkServer(db, databaseAddress(url));
    if (server.status === 'fail') return [server];
    return [
      server,
      await checkMigrations(db),
      await checkRetention(db, taskQueue),
      await checkLimits(db, taskQueue),
    ];
  });
}

async function checkServer(db: Database, address: string): Promise<Check> {
  const name = 'Postgres';
  try {
    const { rows } = await sql<{
      version: string;
    }>`select current_setting('server_version') as version`.execute(db);
    const version = rows[0]?.version ?? '0';
    const found = `${address}, version ${version}`;
    if (Number.parseInt(version, 10) >= MIN_VERSION) return { name, status: 'ok', found };
    return { name, status: 'fail', found, remedy: `Use Postgres ${MIN_VERSION} or later` };
  } catch (error) {
    return { name, status: 'fail', found: describeError(error), remedy: 'Start it, or correct DATABASE_URL' };
  }
}

async function checkMigrations(db: Database): Promise<Check> {
  const name = 'Migrations';
  try {
    const pending = await listPendingMigrations(db);
    if (pending.length === 0) return { name, status: 'ok', found: 'all applied' };
    return {
      name,
      status: 'fail',
      found: `missing ${pending.join(', ')}`,
      remedy: "Run 'threadline migrate'",
    };
  } catch (error) {
    return { name, status: 'fail', found: describeError(error), remedy: "Run 'threadline migrate'" };
  }
}
