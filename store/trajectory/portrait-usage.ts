import { sql } from 'kysely';
import { countUnpriced, sumCost } from '../calls/sum-cost.js';
import type { Database } from '../database.js';
import { portraitSession, type PortraitSession } from './portrait-calls.js';

/** Cost of the model calls that described touched things. */
export interface PortraitUsage {
  way: 'portraits';
  /** The number of calls, whatever their outcome: of one that was lost with its worker the cost is not known. */
  attempts: number;
  /** The number of calls that described something. */
  adopted: number;
  /** The number of trajectory nodes that they described. */
  described: number;
  inputTokens: number;
  cachedInputTokens: number;
  outputTokens: number;
  /** USD, as a decimal: of the calls whose price is known; null: it is known of none. */
  cost: string | null;
  /** The number of calls whose price is not known, and which `cost` lacks. */
  unpricedCalls: number;
}

/** Sums the cost of a thread's descriptions, or of those of an execution outside conversations. Undefined: there are none. */
export async function sumPortraitUsage(
  db: Database,
  session: PortraitSession,
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
      sumCost().as('cost'),
      countUnpriced().as('unpricedCalls'),
    ])
    .where('session', '=', portraitSession(session))
    .executeTakeFirstOrThrow();
  return row.attempts === 0 ? undefined : { way: 'portraits', ...row };
}
