import { crc32 } from 'node:zlib';
import { sql } from 'kysely';
import type { Database } from './database.js';

export const NOTIFY_CHANNEL = 'threadline';

/** Limits the notices that a listener receives: a gateway with 50 streams gets a fifth of all. */
const DELTA_CHANNELS = 256;

/** A running call sends up to 13 notices a second. Readers of calls in other channels do not receive them. */
export function deltaChannel(workflowId: string): string {
  return `${NOTIFY_CHANNEL}_deltas_${crc32(workflowId) % DELTA_CHANNELS}`;
}

/** Sent at the commit. If a notice is lost, readers only get the text later. */
export async function notifyExecution(db: Database, workflowId: string): Promise<void> {
  await sql`select pg_notify(${NOTIFY_CHANNEL}, ${workflowId})`.execute(db);
}

export const APPROVALS_NOTICE = 'approvals';

export async function notifyApprovals(db: Database): Promise<void> {
  await sql`select pg_notify(${NOTIFY_CHANNEL}, ${APPROVALS_NOTICE})`.execute(db);
}

export function endNotice(workflowId: string): string {
  return `ended ${workflowId}`;
}

export function endedWorkflowId(notice: string): string | undefined {
  const before = endNotice('');
  return notice.startsWith(before) ? notice.slice(before.length) : undefined;
}

export function announceEnd(workflowId: string) {
  return sql<string>`concat(pg_notify(${NOTIFY_CHANNEL}, ${workflowId}),
    pg_notify(${NOTIFY_CHANNEL}, ${endNotice(workflowId)}))`;
}

export async function notifyEnd(db: Database, workflowId: string): Promise<void> {
  await sql`select ${announceEnd(workflowId)}`.execute(db);
}
