import { sql } from 'kysely';
import type { Database } from '../database.js';

export interface StoredModelFact {
  readonly model: string;
  readonly fact: string;
  readonly value: unknown;
}

/** Facts that are not confirmed expire, because the server may have been fixed. */
const isForgotten = sql<boolean>`learned_model_fact.updated_at < clock_timestamp() - interval '7 days'`;
const MAX_ITEMS = 100;

export async function storeModelFacts(db: Database, facts: readonly StoredModelFact[]): Promise<void> {
  if (facts.length === 0) return;
  await db
    .insertInto('learned_model_fact')
    .values(facts.map(({ value, ...key }) => ({ ...key, value: JSON.stringify(value) })))
    .onConflict((conflict) =>
      conflict.columns(['model', 'fact']).doUpdateSet({
        value: sql<string>`case when jsonb_typeof(excluded.value) <> 'array' or ${isForgotten} then excluded.value else (
          select jsonb_agg(item order by place) from (
            select item, place from jsonb_array_elements(learned_model_fact.value || excluded.value)
              with ordinality as items (item, place)
            order by place desc limit ${MAX_ITEMS}
          ) as newest
        ) end`,
        updated_at: sql`clock_timestamp()`,
      }),
    )
    .execute();
}

export async function loadModelFacts(db: Database): Promise<StoredModelFact[]> {
  return db
    .selectFrom('learned_model_fact')
    .select(['model', 'fact', 'value'])
    .where(sql<boolean>`not ${isForgotten}`)
    .orderBy('model')
    .orderBy('fact')
    .execute();
}
