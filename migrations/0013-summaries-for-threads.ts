import { sql, type Kysely } from 'kysely';

/**
 * A thread is told the newest summary of a conversation above it that knows of nothing behind the message it hangs on.
 * Where there is none, one is made for the threads that hang there; it stands beside those of the conversation itself.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
alter table summary drop constraint summary_way_check;
alter table summary add constraint summary_way_check check (way in ('inline', 'merge', 'summarize', 'thread'));
create index summary_covers_through_idx on summary (conversation_id, covers_through, ordinal) where status = 'adopted';
`.execute(db);
}
