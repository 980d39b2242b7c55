import { sql, type Kysely } from 'kysely';

/** What a tool call that runs says about how far it is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table tool_call add column progress text`.execute(db);
}
