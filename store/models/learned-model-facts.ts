import { sql } from 'kysely';
import type { Database } from '../database.js';

/** A fact that a worker learned about a model, under the model's id in lower case. */
export interface StoredModelFact {
  readonly model: string;
  readonly fact: string;
  readonly value: unknown;
}

/** Stores learned facts in one statement. The newest value of a fact wins. */
export async function storeModelFacts(db: Database, facts: readonly StoredModelFact[]): Promise<void> {
  if (facts.length === 0) return;
  await db
    .insertInto('learned_model_fact')
    .values(facts.map(({ value, ...key }) => ({ ...key, value: JSON.stringify(value) })))
    .onConflict((conflict) =>
      conflict.columns(['model', 'fact']).doUpdateSet({
        value: ({ ref }) => ref('excluded.value'),
        updated_at: sql`clock_timestamp()`,
      }),
    )
    .execute();
}

/** Loads every learned fact of every model. */
export async function loadModelFacts(db: Database): Promise<StoredModelFact[]> {
  return db
    .selectFrom('learned_model_fact')
    .select(['model', 'fact', 'value'])
    .orderBy('model')
    .orderBy('fact')
    .execute();
}
