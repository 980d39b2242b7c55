import { sql } from 'kysely';
import type { DatabaseTransaction } from '../database.js';
import { isConnectionError } from '../is-connection-error.js';
import { adoptSummary, insertFailedAttempt, type NewSummary, type SummaryAttempt } from './adopt-summary.js';
import { setTitle } from '../threads/set-title.js';

export interface FailedInlineSummary {
  title: string | undefined;
  attempt: SummaryAttempt & { status: 'unusable'; reason: string };
}

export type InlineSummary = { title: string | undefined; summary: NewSummary } | FailedInlineSummary;

/** A failure does not affect the answer. */
export async function storeInlineSummary(trx: DatabaseTransaction, inline: InlineSummary): Promise<void> {
  await sql`savepoint summary`.execute(trx);
  try {
    await store(trx, inline);
    await sql`release savepoint summary`.execute(trx);
  } catch (error) {
    if (isConnectionError(error)) throw error;
    await sql`rollback to savepoint summary`.execute(trx);
  }
}

async function store(trx: DatabaseTransaction, inline: InlineSummary): Promise<void> {
  const { conversationId } = 'summary' in inline ? inline.summary : inline.attempt;
  if ('summary' in inline) await adoptSummary(trx, inline.summary);
  else await insertFailedAttempt(trx, inline.attempt);
  if (inline.title !== undefined) await setTitle(trx, { conversationId, title: inline.title });
}
