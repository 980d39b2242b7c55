import { sql, type QueryExecutorProvider } from 'kysely';

/**
 * Stores items that a client adds to a conversation before its first response, when no flow is known yet, and the metadata of
 * conversations and responses.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`
create table given_item (
  user_id text not null,
  channel text not null,
  id text not null,
  position bigint generated always as identity,
  item jsonb not null,
  created_at timestamptz not null default now(),
  constraint given_item_pkey primary key (user_id, channel, id)
);
create table given_metadata (
  user_id text not null,
  subject text not null,
  metadata jsonb not null,
  created_at timestamptz not null default now(),
  constraint given_metadata_pkey primary key (user_id, subject)
);
`.execute(db);
}
