import { sql, type Kysely } from 'kysely';

/** Facts that workers learn about models from the answers and rejections of providers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
create table learned_model_fact (
  model text not null,
  fact text not null,
  value jsonb not null,
  updated_at timestamptz not null default clock_timestamp(),
  constraint learned_model_fact_pkey primary key (model, fact)
);
`.execute(db);
}
