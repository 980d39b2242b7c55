import { sql, type QueryExecutorProvider } from 'kysely';

/** Counts the text of a file if it is longer than the file: a PDF of 10 KB can have a text of 4 MB. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`alter table upload add column counted_bytes integer not null
    generated always as (greatest(bytes, octet_length(extracted), 4096)) stored`.execute(db);
  await sql`create index upload_counted_bytes_idx on upload (user_id) include (counted_bytes)`.execute(db);
  await sql`drop index upload_bytes_idx`.execute(db);
}
