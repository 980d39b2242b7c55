import { sql, type QueryExecutorProvider } from 'kysely';

/** Stores the channel that metadata belongs to, so that it is deleted with its conversation. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`
alter table given_metadata add column channel text;
update given_metadata set channel = case
  when subject like 'conversation:%' then substring(subject from 14)
  else substring(subject from 10)::jsonb ->> 1
end;
alter table given_metadata alter column channel set not null;
`.execute(db);
}
