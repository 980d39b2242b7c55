import { sql, type Kysely } from 'kysely';

/**
 * A chunk also holds what the model thought meanwhile. Many chunks of thoughts may begin at one place in the visible
 * text, so the place in the thoughts is part of the key.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table stream_chunk
    add column reasoning_offset integer not null default 0,
    add column reasoning text not null default '',
    drop constraint stream_chunk_pkey,
    add constraint stream_chunk_pkey primary key (execution_id, step, attempt, start_offset, reasoning_offset)`.execute(
    db,
  );
}
