import { sql, type QueryExecutorProvider } from 'kysely';

/** Counts artifacts in the storage of their user. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`
alter table artifact
  add column user_id text,
  add column counted_bytes integer not null generated always as (greatest(octet_length(content), 4096)) stored;
update artifact set user_id = execution.user_id from execution where execution.id = artifact.execution_id;
create index artifact_counted_bytes_idx on artifact (user_id) include (counted_bytes) where user_id is not null`.execute(
    db,
  );
}
