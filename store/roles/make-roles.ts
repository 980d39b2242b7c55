import { sql } from 'kysely';
import type { Database } from '../database.js';
import { roleStatements } from './role-statements.js';

/** Keeps two that make roles at once apart; the number is only known here. */
const LOCK = 7_741_001;

/**
 * Makes the roles of worker and reader with their grants, all or nothing; again changes nothing. The role that connects must own the
 * tables and may make roles.
 */
export async function makeRoles(db: Database): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx);
    const { rows } = await sql<{ version: number }>`
      select current_setting('server_version_num')::integer as version`.execute(trx);
    for (const statement of roleStatements({ serverVersion: rows[0]?.version ?? 0 }))
      await sql.raw(statement).execute(trx);
  });
}
