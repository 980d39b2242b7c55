import type { Database } from '../database.js';
import type { CompactionStatus } from '../../views/call.js';

export interface CompactionRow {
  step: number;
  status: CompactionStatus;
  reason: string | null;
  summary: string | null;
  firstSeq: number | null;
  throughSeq: number | null;
  throughStep: number;
  tokensBefore: number;
  tokensAfter: number | null;
  messagesBefore: number;
  messagesAfter: number | null;
}

export async function loadCompactions(db: Database, executionId: number): Promise<CompactionRow[]> {
  return db
    .selectFrom('compaction')
    .select([
      'step',
      'status',
      'reason',
      'summary',
      'first_seq as firstSeq',
      'through_seq as throughSeq',
      'through_step as throughStep',
      'tokens_before as tokensBefore',
      'tokens_after as tokensAfter',
      'messages_before as messagesBefore',
      'messages_after as messagesAfter',
    ])
    .where('execution_id', '=', executionId)
    .orderBy('step', 'desc')
    .execute();
}

/** Idempotent per first step. */
export async function insertCompaction(
  db: Database,
  { executionId, ...row }: CompactionRow & { executionId: number },
): Promise<void> {
  await db
    .insertInto('compaction')
    .values({
      execution_id: executionId,
      step: row.step,
      status: row.status,
      reason: row.reason,
      summary: row.summary,
      first_seq: row.firstSeq,
      through_seq: row.throughSeq,
      through_step: row.throughStep,
      tokens_before: row.tokensBefore,
      tokens_after: row.tokensAfter,
      messages_before: row.messagesBefore,
      messages_after: row.messagesAfter,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
