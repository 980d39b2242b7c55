import { sql, type Kysely } from 'kysely';

/** The tool calls of a turn that failed or was canceled: later calls are told which of them ran. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table conversation_message add column broken_calls text`.execute(db);
}
