import { sql, type Kysely } from 'kysely';

/** How a system does is read by spans of time. Rows come in the order of their times, so ranges of pages say where a span is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
create index execution_created_at_idx on execution using brin (created_at) with (autosummarize = on, pages_per_range = 32);
create index model_call_created_at_idx on model_call using brin (created_at) with (autosummarize = on, pages_per_range = 32);
create index summary_created_at_idx on summary using brin (created_at) with (autosummarize = on, pages_per_range = 32);
create index compaction_created_at_idx on compaction using brin (created_at) with (autosummarize = on, pages_per_range = 32);
`.execute(db);
}
