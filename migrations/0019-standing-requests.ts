import { sql, type Kysely } from 'kysely';

/**
 * What users ask for once and for all, and what takes it back, where it was said. A conversation knows up to where its messages
 * were looked through: older ones are when they are first needed, in batches, so nothing waits for this migration.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
create table standing_statement (
  conversation_id bigint not null,
  position integer not null,
  ordinal smallint not null,
  kind text not null,
  text_start integer not null,
  text_end integer not null,
  content text not null,
  constraint standing_statement_pkey primary key (conversation_id, position, ordinal),
  constraint standing_statement_position_fkey foreign key (conversation_id, position)
    references turn (conversation_id, position) on delete cascade,
  constraint standing_statement_kind_check
    check (kind in ('instruction', 'preference', 'stop', 'take-back', 'allow', 'take-back-all'))
);

alter table conversation add column standing_through integer not null default 0;
`.execute(db);
}
