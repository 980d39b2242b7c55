import { sql } from 'kysely';
import { seenMessages } from '../branches/seen-messages.js';
import { countUnpriced, sumCost } from '../calls/sum-cost.js';
import type { Database } from '../database.js';
import type { SummaryStatus, SummaryWay } from '../tables/summary.table.js';

/** An attempt to summarize a thread, for display. */
export interface SummaryView {
  ordinal: number;
  way: SummaryWay;
  status: SummaryStatus;
  /** Why the summary was not adopted, or a remark on it. */
  reason: string | null;
  /** Whether it is the thread's current summary. */
  isCurrent: boolean;
  /** The turn with which, or after which, it was made; of the copy in a fork, the last turn of the past that this begins with. */
  turnId: string;
  /** The first of the messages that it covers, or would have covered, up to `coversThrough`. */
  coversFrom: number | null;
  coversThrough: number | null;
  /**
   * The beginnings of the first and the last of these messages, at most 80 characters; null: the message is
   * gone.
   */
  firstWords: string | null;
  lastWords: string | null;
  text: string | null;
  tokens: number | null;
  /** Its token limit. */
  budget: number | null;
  /** Null: the facts were not checked, or the summary was not adopted. */
  facts: { checked: number; missing: number; attached: number } | null;
  model: string;
  /** `cost`: USD, as a decimal; null: the model's price is not known. */
  usage: { inputTokens: number; cachedInputTokens: number; outputTokens: number; cost: string | null };
  createdAt: Date;
}

/** Lists the newest attempts for a thread, oldest first, at most `limit`. */
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
      // The copy that a fork begins with was made by no turn of its own.
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

/**
 * Cost of the summaries that were made in one way. An inline summary is part of an answer's call, so only the
 * tokens that it adds are counted.
 */
export interface SummaryWayUsage {
  way: SummaryWay;
  /** The number of attempts, whatever their outcome. */
  attempts: number;
  adopted: number;
  inputTokens: number;
  cachedInputTokens: number;
  outputTokens: number;
  /** USD, as a decimal: of the calls whose price is known; null: it is known of none. */
  cost: string | null;
  /** The number of calls whose price is not known, and which `cost` lacks. */
  unpricedCalls: number;
}

/** Sums the cost of a thread's summaries by the way they were made, for one turn or for all. */
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
