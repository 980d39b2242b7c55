import { sql, type Kysely } from 'kysely';

/** A tool call may wait for a page to run it: the answer is the call's output. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table approval add column wants_output boolean not null default false`.execute(db);
}
