import { sql } from 'kysely';
import type { Database } from '../database.js';

/** What the descriptions of what agents touched cost. */
export interface PortraitUsage {
  way: 'portraits';
  /** Calls, whatever came of them. */
  attempts: number;
  /** Calls that described something. */
  adopted: number;
  /** Things that they described: nodes of the trajectories. */
  described: number;
  inputTokens: number;
  cachedInputTokens: number;
  outputTokens: number;
  /** USD, as a decimal. */
  cost: string;
}

/** What a thread's portraits cost, of one turn or of all; undefined: there are none. */
export async function sumPortraitUsage(
  db: Database,
  input: { conversationId: number; position?: number },
): Promise<PortraitUsage | undefined> {
  const row = await db
    .selectFrom('portrait')
    .select((eb) => [
      sql<number>`count(*)::integer`.as('attempts'),
      sql<number>`count(*) filter (where described > 0)::integer`.as('adopted'),
      eb.fn.sum<number>('described').as('described'),
      eb.fn.sum<number>('input_tokens').as('inputTokens'),
      eb.fn.sum<number>('cached_input_tokens').as('cachedInputTokens'),
      eb.fn.sum<number>('output_tokens').as('outputTokens'),
      sql<string>`sum(cost)`.as('cost'),
    ])
    .where('conversation_id', '=', input.conversationId)
    .$if(input.position !== undefined, (query) => query.where('position', '=', input.position ?? 0))
    .executeTakeFirstOrThrow();
  return row.attempts === 0 ? undefined : { way: 'portraits', ...row };
}
