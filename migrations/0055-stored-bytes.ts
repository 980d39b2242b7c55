import { sql, type QueryExecutorProvider } from 'kysely';

/** Sums a user's files without a look at their rows. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`create index upload_bytes_idx on upload (user_id) include (bytes)`.execute(db);
}
