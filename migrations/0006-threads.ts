import { sql, type Kysely } from 'kysely';

/** Sub-threads: conversations that hang on a message of another one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
-- parent_id has no foreign key: where the parent's row is gone, the chain of ancestors ends there. A parent is always
-- older than what hangs on it, so there are no circles.
alter table conversation
  add column thread_id text,
  add column parent_id bigint,
  add column depth integer not null default 0,
  add column anchor_seq integer,
  add column anchor_start integer,
  add column anchor_end integer,
  add constraint conversation_parent_id_check check (parent_id < id),
  add constraint conversation_thread_id_check check
    ((thread_id is null) = (parent_id is null) and (thread_id is null) = (anchor_seq is null)
      and (thread_id is null) = (depth = 0) and depth >= 0),
  add constraint conversation_anchor_start_check check
    ((anchor_start is null) = (anchor_end is null)
      and (anchor_start is null or (anchor_seq is not null and anchor_start >= 0 and anchor_start < anchor_end)));
create index conversation_parent_id_idx on conversation (parent_id) where parent_id is not null;
create index conversation_thread_id_idx on conversation (user_id, flow_slug, channel) where thread_id is not null;
`.execute(db);
}
