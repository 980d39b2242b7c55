import { sql } from 'kysely';
import { countUnpriced, sumCost } from '../sum-cost.js';
import type { Database } from '../database.js';
import { portraitSession, type PortraitSession } from './portrait-calls.js';
import type { PortraitUsage } from '../../views/summary.js';

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
  return row.attempts === 0 ? undefined : { way: 'descriptions', ...row };
}
