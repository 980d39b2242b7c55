import { sql, type QueryExecutorProvider } from 'kysely';

/**
 * Stores who tried a draft, so that it is removed with its user. A removed draft keeps its number, because workers cache versions by
 * their numbers. The index finds the executions of a draft.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`
alter table flow_version
  alter column hash drop not null,
  add column drafted_by text,
  add constraint flow_version_hash_check check (hash is not null or is_draft)`.execute(db);
  await sql`create index execution_flow_version_idx on execution (flow_slug, flow_version)
    where conversation_id is null and parent_id is null`.execute(db);
}
