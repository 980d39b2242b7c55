import { sql, type Kysely } from 'kysely';

/** What is kept for how long, and the runs that removed what was due. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
-- As the last worker of a Task Queue that started says; for those who ask, workers go by their own.
create table retention_rule (
  task_queue text not null,
  rules jsonb not null,
  updated_at timestamptz not null default now(),
  constraint retention_rule_pkey primary key (task_queue)
);

-- One run of the Schedule; a row only where it removed something, or failed.
create table retention_run (
  run_id text not null,
  task_queue text not null,
  conversations integer not null default 0,
  executions integer not null default 0,
  artifacts integer not null default 0,
  traces integer not null default 0,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  constraint retention_run_pkey primary key (run_id)
);
create index retention_run_started_at_idx on retention_run (task_queue, started_at desc);

create index execution_finished_at_idx on execution (flow_slug, finished_at) where finished_at is not null;
`.execute(db);
}
