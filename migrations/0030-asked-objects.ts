import { sql, type Kysely } from 'kysely';

/** The JSON Schema of the object that a message, or the start of an execution, wants as its answer. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
alter table turn add column output_schema jsonb;
alter table execution add column output_schema jsonb`.execute(db);
}
