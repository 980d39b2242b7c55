import { sql, type Kysely } from 'kysely';

/** The tools that came with the one request that a conversation is for, and what was called of them before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table conversation add column caller_tools jsonb`.execute(db);
}
