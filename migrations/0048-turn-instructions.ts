import { sql, type QueryExecutorProvider } from 'kysely';

/** Stores instructions that are for one turn alone, apart from its message. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`alter table turn add column instructions text`.execute(db);
  await sql`alter table execution add column instructions text`.execute(db);
}
