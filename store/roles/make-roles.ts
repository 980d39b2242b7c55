import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import type { Database } from '../database.js';
import {
  createRoles,
  grantStatements,
  policyStatements,
  READER_TABLES,
  viewStatements,
} from './role-statements.js';

const LOCK = 7_741_001;
const INSUFFICIENT_PRIVILEGE = '42501';
const LOCK_NOT_AVAILABLE = '55P03';
const ATTEMPTS = 20;
const PAUSE_MS = 2_000;

/**
 * Idempotent. The connection's role must own the tables and may create roles. Locks only tables whose policies
 * differ, one at a time. Throws if a table stays locked, for example by a backup.
 */
export async function makeRoles(db: Database): Promise<void> {
  try {
    const serverVersion = await readServerVersion(db);
    await exclusively(db, (trx) => run(trx, createRoles()));
    for (const table of Object.keys(READER_TABLES))
      await untilUnlocked(table, () => exclusively(db, (trx) => protectTable(trx, table)));
    for (const [view, statement] of Object.entries(viewStatements({ serverVersion })))
      await untilUnlocked(view, () => exclusively(db, (trx) => protectView(trx, view, statement)));
    await exclusively(db, (trx) => run(trx, grantStatements({ serverVersion })));
  } catch (error) {
    if (!hasCode(error, INSUFFICIENT_PRIVILEGE)) throw error;
    throw toRightsError(error.message, error);
  }
}

/** Throws if the role does not own the tables: a grant by another role would only be a warning of Postgres. */
async function readServerVersion(db: Database): Promise<number> {
  const { rows } = await sql<{ version: number; owns: boolean }>`
    select current_setting('server_version_num')::integer as version, pg_has_role(relowner, 'usage') as owns
    from pg_class where oid = 'threadline_migration'::regclass`.execute(db);
  if (rows[0]?.owns !== true) throw toRightsError('must be owner of table threadline_migration');
  return rows[0].version;
}

function toRightsError(reason: string, cause?: unknown): Error {
  return new Error(
    `The connection's role cannot set up roles (${reason}): connect as the owner of the tables with the attribute CREATEROLE, or let a superuser create threadline_worker and threadline_reader first`,
    { cause },
  );
}

async function exclusively(db: Database, work: (trx: Database) => Promise<void>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx);
    // Statements of workers queue behind a waiting exclusive lock.
    await sql`set local lock_timeout = '1s'`.execute(trx);
    await work(trx);
  });
}

async function untilUnlocked(name: string, work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await work();
    } catch (error) {
      if (!hasCode(error, LOCK_NOT_AVAILABLE)) throw error;
      if (attempt === ATTEMPTS)
        throw new Error(
          `'${name}' is locked by another session, for example by a backup. Run 'threadline migrate --roles' again when it has ended`,
          { cause: error },
        );
      await sleep(PAUSE_MS);
    }
}

/** A comment on the worker's policy holds the hash of the policies when they were last right. */
async function protectTable(trx: Database, table: string): Promise<void> {
  const statements = policyStatements(table);
  const readState = async () =>
    (
      await sql<{ hash: string; comment: string | null }>`
        select md5(${statements.join(';')} || relrowsecurity || string_agg(concat(polname, polcmd, polroles,
            pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid)), ';' order by polname)) as hash,
          max(obj_description(pg_policy.oid, 'pg_policy')) as comment
        from pg_class left join pg_policy on polrelid = pg_class.oid
        where pg_class.oid = ${table}::regclass group by relrowsecurity`.execute(trx)
    ).rows[0];
  const before = await readState();
  if (before?.comment === before?.hash) return;
  await run(trx, statements);
  const after = await readState();
  await run(trx, [`comment on policy ${table}_worker on ${table} is '${after?.hash}'`]);
}

async function protectView(trx: Database, view: string, statement: string): Promise<void> {
  const { rows } = await sql<{ right: boolean }>`
    select coalesce('security_invoker=true' = any(reloptions), false) as "right"
    from pg_class where oid = ${view}::regclass`.execute(trx);
  if (rows[0]?.right !== true) await run(trx, [statement]);
}

async function run(trx: Database, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(trx);
}

function hasCode(error: unknown, code: string): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && error.code === code;
}
