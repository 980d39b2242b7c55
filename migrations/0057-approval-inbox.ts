import { sql, type QueryExecutorProvider } from 'kysely';

/** Links audit log entries to the tool calls that they answer, and schedules an approval's webhook requests. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`
-- As 3.1: its step, and which of the calls of the step.
alter table audit_entry add column call text;
alter table approval
  -- When the next webhook request is due. Null: the webhook has accepted one.
  add column webhook_at timestamptz,
  add column webhook_tries integer not null default 0;
-- Approvals that are open already are not reported.
alter table approval alter column webhook_at set default now();
create index approval_webhook_idx on approval (webhook_at) where status = 'open' and webhook_at is not null`.execute(
    db,
  );
}
