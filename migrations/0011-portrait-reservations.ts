import { sql, type Kysely } from 'kysely';

/** A call for descriptions has its row before it is made. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
-- running: it is being made. lost: nobody knows how it ended, because its worker stopped.
alter table portrait
  drop constraint portrait_status_check,
  add constraint portrait_status_check check (status in ('running', 'adopted', 'unusable', 'failed', 'lost'));
`.execute(db);
}
