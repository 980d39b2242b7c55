import { sql } from 'kysely';
import type { DatabaseTransaction } from '../database.js';
import { isConnectionError } from '../is-connection-error.js';
import { adoptSummary, insertFailedAttempt, type NewSummary, type SummaryAttempt } from './adopt-summary.js';
import { setTitle } from '../threads/set-title.js';

/** Why there is no summary where one was asked for with an answer, and the title, where one was asked for, too. */
export interface FailedInlineSummary {
  title: string | undefined;
  attempt: SummaryAttempt & { status: 'unusable'; reason: string };
}

/** The summary that came with an answer, or why there is none, and the title, where one was asked for. */
export type InlineSummary = { title: string | undefined; summary: NewSummary } | FailedInlineSummary;

/**
 * Stores the inline summary in the transaction of its answer. If that fails, the answer is stored all the same.
 */
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
