import { sql } from 'kysely';
import pg from 'pg';
import type { Database } from '../database.js';
import { roleStatements } from './role-statements.js';

const LOCK = 7_741_001;
const INSUFFICIENT_PRIVILEGE = '42501';

/** Idempotent. The connection's role must own the tables and may create roles. */
export async function makeRoles(db: Database): Promise<void> {
  await db
    .transaction()
    .execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx);
      const { rows } = await sql<{ version: number }>`
      select current_setting('server_version_num')::integer as version`.execute(trx);
      for (const statement of roleStatements({ serverVersion: rows[0]?.version ?? 0 }))
        await sql.raw(statement).execute(trx);
    })
    .catch((error: unknown) => {
      if (!(error instanceof pg.DatabaseError) || error.code !== INSUFFICIENT_PRIVILEGE) throw error;
      throw new Error(
        `The connection's role cannot set up roles (${error.message}): connect as the owner of the tables with the attribute CREATEROLE, or let a superuser create threadline_worker and threadline_reader first`,
        { cause: error },
      );
    });
}
