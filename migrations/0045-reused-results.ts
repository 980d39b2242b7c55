import { sql, type Kysely } from 'kysely';

/** A retried turn reuses the results of its earlier attempts, and their idempotency keys. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table tool_call
      add column idempotency_key text,
      -- It ended, but whether the tool did its work is unknown.
      add column is_unknown boolean not null default false,
      -- The execution of the earlier attempt whose result it has.
      add column reused_from bigint`.execute(db);
}
