import { sql, type Kysely } from 'kysely';

/** Versions of flows that are tried before they are published, and the names that a definition is checked against. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table flow_version add column is_draft boolean not null default false`.execute(db);
  await sql`alter table worker_setting add column tools text[], add column node_kinds text[]`.execute(db);
}
