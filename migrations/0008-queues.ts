import { sql, type Kysely } from 'kysely';

/** The steps that drive agents' runs, and tool calls that no model asked for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
-- A step of a run's queues, from when it was pushed, or taken from the flow. Step 0 of 'todo' is the run's own question.
create table agent_step (
  execution_id bigint not null,
  run integer not null,
  queue text not null,
  ordinal integer not null,
  -- An instruction with its templates filled in; null: a tool call, or the run's own question.
  content text,
  -- Its first step in the trace; null: it waits.
  begun_step integer,
  created_at timestamptz not null default now(),
  constraint agent_step_pkey primary key (execution_id, run, queue, ordinal),
  constraint agent_step_execution_id_fkey foreign key (execution_id) references execution (id) on delete cascade,
  constraint agent_step_queue_check check (queue in ('pre', 'todo', 'post')),
  constraint agent_step_ordinal_check check (ordinal >= 0)
);

-- 'placed': a tool call that the flow placed in the trace; no model was called.
alter table model_call
  drop constraint model_call_purpose_check,
  add constraint model_call_purpose_check check (purpose in ('answer', 'compaction', 'placed')) not valid;
alter table model_call validate constraint model_call_purpose_check;
`.execute(db);
}
