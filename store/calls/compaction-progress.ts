import type { Database } from '../database.js';
import type { CompactionStatus } from '../../views/call.js';
import { loadCompactions } from './compactions.js';

export interface CompactionProgress {
  status: CompactionStatus;
  reason: string | null;
  tokensBefore: number;
  tokensAfter: number | null;
  messagesBefore: number;
  messagesAfter: number | null;
  cost: number | null;
}

export async function loadCompactionProgress(
  db: Database,
  executionId: number,
): Promise<Map<number, CompactionProgress>> {
  const calls = await db
    .selectFrom('model_call')
    .select(['step', 'cost'])
    .where('execution_id', '=', executionId)
    .where('purpose', '=', 'compaction')
    .execute();
  const newestFirst = await loadCompactions(db, executionId);
  return new Map(
    newestFirst.map((row, at) => {
      const { step, status, reason, tokensBefore, tokensAfter, messagesBefore, messagesAfter } = row;
      const before = newestFirst[at + 1]?.step ?? 0;
      const own = calls.filter((call) => call.step > before && call.step <= step);
      const cost = own.reduce<number | null>(
        (sum, call) => (sum === null || call.cost === null ? null : sum + Number(call.cost)),
        0,
      );
      return [step, { status, reason, tokensBefore, tokensAfter, messagesBefore, messagesAfter, cost }];
    }),
  );
}
