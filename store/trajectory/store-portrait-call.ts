import { sql } from 'kysely';
import type { Database } from '../database.js';
import type { SummaryUsage } from '../summaries.js';
import type { PortraitStatus } from '../tables/trajectory.table.js';

/** A call for descriptions, what came of it and what it cost. */
export interface PortraitCall {
  conversationId: number;
  /** The turn that it was made after. */
  position: number;
  status: PortraitStatus;
  reason: string | null;
  model: string;
  usage: SummaryUsage;
}

const MAX_REASON = 500;

/**
 * Keeps what a call cost; returns its ordinal, or undefined for a conversation that is gone. It was paid for: it touches
 * no table of trajectories, which may refuse, and waits for its locks.
 */
export async function storePortraitCall(
  db: Database,
  { conversationId, position, status, reason, model, usage }: PortraitCall,
): Promise<number | undefined> {
  return db.transaction().execute(async (trx) => {
    const conversation = await trx
      .selectFrom('conversation')
      .select('id')
      .where('id', '=', conversationId)
      .forUpdate()
      .executeTakeFirst();
    if (conversation === undefined) return undefined;
    const row = await trx
      .insertInto('portrait')
      .values({
        conversation_id: conversationId,
        ordinal: sql<number>`(select coalesce(max(ordinal), 0) + 1 from portrait
          where conversation_id = ${conversationId})`,
        ...{ position, status, model },
        reason: reason?.slice(0, MAX_REASON).toWellFormed() ?? null,
        input_tokens: usage.inputTokens,
        cached_input_tokens: usage.cachedInputTokens,
        output_tokens: usage.outputTokens,
        cost: usage.cost,
      })
      .returning('ordinal')
      .executeTakeFirstOrThrow();
    return row.ordinal;
  });
}
