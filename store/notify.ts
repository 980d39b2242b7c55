import { sql } from 'kysely';
import type { Database } from './database.js';

/** Channel on which readers hear that rows of an execution or a conversation changed. */
export const NOTIFY_CHANNEL = 'threadline';

/**
 * Tells readers that something of this Workflow changed; it reaches them when the transaction commits.
 * The payload is only the Workflow ID: readers look for themselves, so a lost notice costs time, not text.
 */
export async function notifyExecution(db: Database, workflowId: string): Promise<void> {
  await sql`select pg_notify(${NOTIFY_CHANNEL}, ${workflowId})`.execute(db);
}
