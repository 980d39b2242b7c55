import { sql, type Kysely } from 'kysely';

/** A conversation may begin with the past of another one: it is a fork. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
-- The conversation whose past it begins with, up to and with this turn. As long as it is there, so is that one.
alter table conversation
  add column forked_from bigint,
  add column fork_turn text,
  add constraint conversation_forked_from_fkey foreign key (forked_from) references conversation (id),
  add constraint conversation_fork_turn_check check ((forked_from is null) = (fork_turn is null));
create index conversation_forked_from_idx on conversation (forked_from) where forked_from is not null;

-- 'fork': the copy of a summary that was made where the fork comes from.
alter table summary drop constraint summary_way_check;
alter table summary add constraint summary_way_check check (way in ('inline', 'merge', 'summarize', 'thread', 'fork'));
`.execute(db);
}
