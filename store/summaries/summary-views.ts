import { sql } from 'kysely';
import { seenMessages } from '../branches/seen-messages.js';
import { countUnpriced, sumCost } from '../sum-cost.js';
import type { Database } from '../database.js';
import type { SummaryView, SummaryWayUsage } from '../../views/summary.js';

export async function listSummaries(
  db: Database,
  input: { conversationId: number; limit: number },
): Promise<SummaryView[]> {
  const beginning = (seq: 'covers_from' | 'covers_through') => sql<string | null>`(
    select left(content, 80) from ${seenMessages(
      { conversationId: sql`summary.conversation_id`, branch: sql`summary.branch` },
      { where: sql`seq = ${sql.ref(`summary.${seq}`)}` },
    )} message)`;
  const rows = await db
    .selectFrom('conversation')
    .innerJoin('summary', 'summary.conversation_id', 'conversation.id')
    .leftJoin('turn', (join) =>
      join
        .onRef('turn.conversation_id', '=', 'summary.conversation_id')
        .onRef('turn.position', '=', 'summary.position'),
    )
    .select(['ordinal', 'way', 'summary.status', 'reason', 'model'])
    .select(['covers_from as coversFrom', 'summary.covers_through as coversThrough', 'content as text'])
    .select(['token_count as tokens', 'budget', 'facts_checked', 'facts_missing', 'facts_attached'])
    .select(['input_tokens as inputTokens', 'cached_input_tokens as cachedInputTokens'])
    .select(['output_tokens as outputTokens', 'cost', 'summary.created_at as createdAt'])
    .select([
      // The summary that a fork copied belongs to none of the fork's turns.
      sql<string>`coalesce(turn.turn_id, fork_turn)`.as('turnId'),
      sql<boolean>`coalesce(ordinal = summary_ordinal, false)`.as('isCurrent'),
      beginning('covers_from').as('firstWords'),
      beginning('covers_through').as('lastWords'),
    ])
    .where('conversation.id', '=', input.conversationId)
    .orderBy('ordinal', 'desc')
    .limit(input.limit)
    .execute();
  return rows.reverse().map((row) => {
    const { facts_checked, facts_missing, facts_attached, ...rest } = row;
    const { inputTokens, cachedInputTokens, outputTokens, cost, ...view } = rest;
    return {
      ...view,
      facts:
        facts_checked === null
          ? null
          : { checked: facts_checked, missing: facts_missing ?? 0, attached: facts_attached ?? 0 },
      usage: { inputTokens, cachedInputTokens, outputTokens, cost },
    };
  });
}

export async function sumSummaryUsage(
  db: Database,
  input: { conversationId: number; position?: number },
): Promise<SummaryWayUsage[]> {
  return db
    .selectFrom('summary')
    .select((eb) => [
      'way',
      sql<number>`count(*)::integer`.as('attempts'),
      sql<number>`count(*) filter (where status = 'adopted')::integer`.as('adopted'),
      eb.fn.sum<number>('input_tokens').as('inputTokens'),
      eb.fn.sum<number>('cached_input_tokens').as('cachedInputTokens'),
      eb.fn.sum<number>('output_tokens').as('outputTokens'),
      sumCost().as('cost'),
      countUnpriced().as('unpricedCalls'),
    ])
    .where('conversation_id', '=', input.conversationId)
    .$if(input.position !== undefined, (query) => query.where('position', '=', input.position ?? 0))
    .groupBy('way')
    .orderBy('way')
    .execute();
}
