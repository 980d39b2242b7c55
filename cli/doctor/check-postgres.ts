import { sql } from 'kysely';
import { CLIENT_CONNECTIONS } from '../../client/connect.js';
import type { Config } from '../../config.js';
import { CONNECTIONS, type Database } from '../../store/database.js';
import { listPendingMigrations } from '../../store/migrate.js';
import { describeError } from '../program/describe-error.js';
import { isThroughPooler, whyNoNotices } from '../system/check-notices.js';
import { databaseAddress } from '../system/find-system.js';
import { withDatabase } from '../system/open-client.js';
import type { Check } from './check.js';
import type { UserLimit } from '../../protocol/user-limits.js';
import { listLiveNames } from '../../store/workers/live-workers.js';
import { readUserLimits } from '../../store/read-user-limits.js';
import { readRetentionStatus } from '../../store/retention/retention-status.js';
import { describeRetention } from '../retention/format-retention.js';
import { checkDeploys } from './check-deploys.js';

const MIN_VERSION = 14;

export async function checkPostgres(
  url: string,
  {
    taskQueue,
    databaseConnections,
    listenUrl,
  }: Pick<Config, 'taskQueue' | 'databaseConnections' | 'listenUrl'>,
): Promise<Check[]> {
  return withDatabase(url, async (db) => {
    const server = await checkServer(db, databaseAddress(url));
    if (server.status === 'fail') return [server];
    const migrations = await checkMigrations(db);
    if (migrations.status === 'fail') return [server, migrations];
    return [
      server,
      migrations,
      await checkConnections(db, { url, perProcess: databaseConnections }),
      await checkNotices(url, listenUrl),
      await checkRetention(db, taskQueue),
      await checkLimits(db, taskQueue),
      ...(await checkDeploys(db)),
    ];
  });
}

/** Unlike Temporal, the rows omit a worker once it stops. Undefined if Postgres fails. */
export async function readLiveWorkers(url: string): Promise<ReadonlySet<string> | undefined> {
  try {
    return new Set(await withDatabase(url, listLiveNames));
  } catch {
    return undefined;
  }
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

const COMMANDS = 5;

/** Assumes that all processes use this command's settings. */
async function checkConnections(
  db: Database,
  { url, perProcess }: { url: string; perProcess: number | undefined },
): Promise<Check> {
  const name = 'Connections';
  try {
    const { limit, reserved, used, gateways, others } = await countConnections(db);
    const usable = limit - reserved;
    const workers = (await listLiveNames(db)).length;
    const processes = `live workers: ${workers}; gateways and clients that listen: ${gateways}; other programs' connections: ${others}`;
    if (await isThroughPooler(url))
      return {
        name,
        status: 'ok',
        found: `${used} of ${usable} open, through a pooler (${processes})`,
        remedy: `The pooler hides its clients and its limits. Keep its pool size below ${usable}`,
      };
    const pools = Math.max(gateways, 1);
    const beside = pools + COMMANDS + others;
    const needed =
      workers * (perProcess ?? CONNECTIONS) + pools * (perProcess ?? CLIENT_CONNECTIONS) + beside;
    const found = `${used} of ${usable} open; up to ${needed} with these settings (${processes})`;
    if (needed <= usable) return { name, status: 'ok', found };
    const fitting = Math.floor((usable - beside) / (workers + pools));
    const lower = fitting < 1 ? '' : `, set THREADLINE_DATABASE_CONNECTIONS to at most ${fitting}`;
    return {
      name,
      status: 'warn',
      found,
      remedy: `Set max_connections to at least ${needed + reserved}${lower}, or use a pooler`,
    };
  } catch (error) {
    return { name, status: 'warn', found: describeError(error), remedy: "Run 'threadline migrate'" };
  }
}

interface OpenConnections {
  limit: number;
  reserved: number;
  used: number;
  gateways: number;
  others: number;
}

/** Each gateway has one listener, and closes idle connections. */
async function countConnections(db: Database): Promise<OpenConnections> {
  // Only a privileged role sees the type of others' sessions. Postgres 16 added 'reserved_connections'.
  const { rows } = await sql<OpenConnections>`
    select current_setting('max_connections')::integer as "limit",
      current_setting('superuser_reserved_connections')::integer
        + coalesce(current_setting('reserved_connections', true)::integer, 0) as reserved,
      count(*)::integer as used,
      count(*) filter (where is_own and application_name = 'threadline listener')::integer as gateways,
      count(*) filter (where not is_own)::integer as others
    from pg_stat_activity
    cross join lateral (
      select datname = current_database() and application_name like 'threadline%' as is_own
    ) program
    where datid is not null and coalesce(backend_type, 'client backend') = 'client backend'`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('Postgres reports no connections');
  return row;
}

async function checkNotices(url: string, listenUrl: string | undefined): Promise<Check> {
  const name = 'Notifications';
  const why = await whyNoNotices(url, listenUrl);
  if (!why) return { name, status: 'ok', found: `arrive at ${databaseAddress(listenUrl ?? url)}` };
  const remedy =
    'Streams lag by a second. Set THREADLINE_LISTEN_URL to a direct address of the same database, not of a pooler';
  return { name, status: 'warn', found: why, remedy };
}

const WORDS: Readonly<Record<UserLimit, string>> = {
  turns: 'turns',
  executions: 'executions',
  sandboxSeconds: 'seconds of code on each worker',
  storedBytes: 'bytes of files and artifacts',
};

async function checkLimits(db: Database, taskQueue: string): Promise<Check> {
  const name = 'Limits per user';
  try {
    const limits = await readUserLimits(db, taskQueue);
    if (!limits) return { name, status: 'ok', found: 'reported by the first worker that starts' };
    const found = Object.entries(WORDS).map(([limit, words]) => {
      const value = limits[limit as UserLimit];
      return value == null ? `unlimited ${words}` : `${value} ${words}`;
    });
    return { name, status: 'ok', found: found.join(', ') };
  } catch (error) {
    return { name, status: 'warn', found: describeError(error), remedy: "Run 'threadline migrate'" };
  }
}

/** Retention runs every hour. */
const LATE_HOURS = 6;

async function checkRetention(db: Database, taskQueue: string): Promise<Check> {
  const name = 'Retention';
  try {
    const status = await readRetentionStatus(db, taskQueue);
    if (!status) return { name, status: 'ok', found: 'everything is kept forever' };
    const found = describeRetention(status).join('; ');
    const isDue = Object.values(status.due).some((count) => count > 0);
    const since = status.last?.startedAt.getTime() ?? 0;
    return isDue && status.last !== null && Date.now() - since > LATE_HOURS * 3_600_000
      ? {
          name,
          status: 'warn',
          found,
          remedy: 'Start a worker, and look at its log and at the Schedule in Temporal',
        }
      : { name, status: 'ok', found };
  } catch (error) {
    return { name, status: 'warn', found: describeError(error), remedy: "Run 'threadline migrate'" };
  }
}
