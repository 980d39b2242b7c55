import { sql, type QueryExecutorProvider } from 'kysely';

/** The providers of models that a definition is checked against. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`alter table worker_setting add column model_providers text[]`.execute(db);
}
