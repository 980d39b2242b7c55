import { sql } from 'kysely';
import type { Database } from './database.js';

/** The channel that announces changes to rows of an execution or a conversation. */
export const NOTIFY_CHANNEL = 'threadline';

/**
 * Announces that rows of this Workflow changed; listeners hear of it when the transaction commits. The notice
 * holds only the Workflow ID, and readers query the rows themselves: a lost notice delays text but loses none.
 */
export async function notifyExecution(db: Database, workflowId: string): Promise<void> {
  await sql`select pg_notify(${NOTIFY_CHANNEL}, ${workflowId})`.execute(db);
}

/** The notice that an approval was opened or decided: it names none, and readers query those that are theirs. */
export const APPROVALS_NOTICE = 'approvals';

/** Announces that an approval was opened or decided. */
export async function notifyApprovals(db: Database): Promise<void> {
  await sql`select pg_notify(${NOTIFY_CHANNEL}, ${APPROVALS_NOTICE})`.execute(db);
}

/** Names the notice for readers that wait for the end of an execution and for nothing before it. */
export function endNotice(workflowId: string): string {
  return `ended ${workflowId}`;
}

/** The Workflow ID of such a notice; undefined: it is of another kind. */
export function endedWorkflowId(notice: string): string | undefined {
  const before = endNotice('');
  return notice.startsWith(before) ? notice.slice(before.length) : undefined;
}

/** A column that announces the end of an execution to those who follow it and to those who only wait for it. */
export function announceEnd(workflowId: string) {
  return sql<string>`concat(pg_notify(${NOTIFY_CHANNEL}, ${workflowId}),
    pg_notify(${NOTIFY_CHANNEL}, ${endNotice(workflowId)}))`;
}

/** Announces that an execution has ended, or that its turn has ended without one. */
export async function notifyEnd(db: Database, workflowId: string): Promise<void> {
  await sql`select ${announceEnd(workflowId)}`.execute(db);
}
