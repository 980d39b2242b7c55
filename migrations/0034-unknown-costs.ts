import { sql, type Kysely } from 'kysely';

/**
 * A cost may be unknown: null is what a call of a model without a known price costs. Calls of before keep the zero that
 * was stored for them, because it cannot be told from a price of zero.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
alter table model_call alter column cost drop not null;
alter table summary alter column cost drop not null;
alter table portrait alter column cost drop not null;
`.execute(db);
}
