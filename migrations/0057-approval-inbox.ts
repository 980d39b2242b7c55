import { sql, type QueryExecutorProvider } from 'kysely';

/** Stores which tool call an answer in the audit log is about, and when the webhook is told of an approval. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`
-- As 3.1: its step, and which of the calls of the step.
alter table audit_entry add column call text;
alter table approval
  -- When the webhook is told of it next; null: it was told.
  add column webhook_at timestamptz,
  add column webhook_tries integer not null default 0;
-- Approvals that are open already are not reported.
alter table approval alter column webhook_at set default now();
create index approval_webhook_idx on approval (webhook_at) where status = 'open' and webhook_at is not null`.execute(
    db,
  );
}
