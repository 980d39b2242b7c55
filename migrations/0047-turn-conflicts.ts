import { sql, type QueryExecutorProvider } from 'kysely';

/**
 * Stores hashes of what was sent under turn ids and idempotency keys, so that an id reused for something else is rejected. Older turns
 * are never compared.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`alter table turn add column content_hashes text`.execute(db);
  await sql`
create table request_key (
  user_id text not null,
  key text not null,
  request_hash text not null,
  created_at timestamptz not null default now(),
  constraint request_key_pkey primary key (user_id, key)
);
create index request_key_created_at_idx on request_key (created_at);
`.execute(db);
}
