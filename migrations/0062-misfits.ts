import { sql, type Kysely } from 'kysely';

/** The workers whose schema of the tool rejects the input that an open approval asks about, with the reason of each. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table approval add column misfits jsonb not null default '{}'`.execute(db);
}
