import { sql, type Kysely } from 'kysely';

/** The workers that run, with the tools, node kinds and models that each one has. A worker that stops deletes its row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
create table worker (
  id text not null,
  task_queue text not null,
  name text not null,
  deployment text,
  tools text[] not null,
  node_kinds text[] not null,
  models text[] not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  constraint worker_pkey primary key (id)
);
create index worker_task_queue_idx on worker (task_queue, seen_at);
`.execute(db);
}
