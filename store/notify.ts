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
