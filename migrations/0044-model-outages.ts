import { sql, type Kysely } from 'kysely';

/** The models whose last tries all failed, so that workers do not ask a dead model again with every turn. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
create table model_outage (
  model text not null,
  failures integer not null,
  since timestamptz not null,
  last_failed_at timestamptz not null,
  retry_at timestamptz,
  reason text not null,
  constraint model_outage_pkey primary key (model)
);
`.execute(db);
}
