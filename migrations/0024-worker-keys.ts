import { sql, type Kysely } from 'kysely';

/** Whether the workers of a Task Queue encrypt, and with which keys by their ids: clients without keys send them nothing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table worker_setting add column key_ids text[] not null default '{}'`.execute(db);
}
