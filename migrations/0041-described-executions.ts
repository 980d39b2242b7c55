import { sql, type Kysely } from 'kysely';

/** Executions outside conversations are described too: a call for descriptions belongs to either. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
alter table portrait
  drop constraint portrait_pkey,
  alter column conversation_id drop not null,
  add column execution_id bigint,
  add column session text not null generated always as
    (case when conversation_id is null then 'e' || execution_id::text else 'c' || conversation_id::text end) stored,
  add constraint portrait_execution_id_fkey foreign key (execution_id) references execution (id) on delete cascade,
  add constraint portrait_session_check check ((conversation_id is null) <> (execution_id is null)),
  add constraint portrait_pkey primary key (session, ordinal);
create index portrait_conversation_id_idx on portrait (conversation_id) where conversation_id is not null;
create index portrait_execution_id_idx on portrait (execution_id) where execution_id is not null;
`.execute(db);
}
