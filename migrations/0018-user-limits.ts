import { sql, type Kysely } from 'kysely';

/** What each user has at once, found by an index, and the limits that the workers hold. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
-- Null: it had ended, or a worker that knew of no limits stored it.
alter table turn add column user_id text;
update turn set user_id = conversation.user_id from conversation
where conversation.id = turn.conversation_id and turn.status in ('queued', 'running') and turn.kind <> 'step';
create index turn_user_id_idx on turn (user_id) where status in ('queued', 'running') and user_id is not null;

create index execution_user_id_idx on execution (user_id)
where finished_at is null and conversation_id is null and parent_id is null;

-- As the last worker of a Task Queue that started says; for those who ask, workers go by their own.
create table worker_setting (
  task_queue text not null,
  user_limits jsonb not null,
  updated_at timestamptz not null default now(),
  constraint worker_setting_pkey primary key (task_queue)
);
`.execute(db);
}
