import { crc32 } from 'node:zlib';
import { sql } from 'kysely';
import type { Database } from './database.js';

export const NOTIFY_CHANNEL = 'threadline';

/** With this many channels, a gateway with 50 streams receives a fifth of all notices. */
const DELTA_CHANNELS = 256;

/** Spreads notices over channels, because a running call sends up to 13 a second. */
export function deltaChannel(workflowId: string): string {
  return `${NOTIFY_CHANNEL}_deltas_${crc32(workflowId) % DELTA_CHANNELS}`;
}

/** Postgres sends it at the commit. If it is lost, readers are only late. */
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
