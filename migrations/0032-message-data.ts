import { sql, type Kysely } from 'kysely';

/** The values that came with a message, which templates find under `trigger.data`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table turn add column data jsonb`.execute(db);
}
