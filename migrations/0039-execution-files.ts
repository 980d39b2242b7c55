import { sql, type Kysely } from 'kysely';

/** The files in the input of an execution outside a conversation. The index finds those that have a file, before it is removed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table execution add column attachments jsonb`.execute(db);
  await sql`create index execution_attachments_idx on execution using gin (attachments jsonb_path_ops)
    where attachments is not null`.execute(db);
}
