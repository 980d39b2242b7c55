import { sql } from 'kysely';
import type { Database } from '../database.js';
import type { SummaryStatus, SummaryWay } from '../tables/summary.table.js';

/** An attempt to summarize a thread, as people are shown it. */
export interface SummaryView {
  ordinal: number;
  way: SummaryWay;
  status: SummaryStatus;
  /** Why it was not adopted, or what is to be known of it. */
  reason: string | null;
  /** It is the one that stands. */
  isCurrent: boolean;
  /** The turn that it came with, or after. */
  turnId: string;
  /** It stands, or would have stood, for the messages from here to `coversThrough`. */
  coversFrom: number | null;
  coversThrough: number | null;
  /** How the first and the last of them begin, at most 80 characters; null: they are not there. */
  firstWords: string | null;
  lastWords: string | null;
  text: string | null;
  tokens: number | null;
  /** Tokens that it was allowed. */
  budget: number | null;
  /** Null: not checked, or not adopted. */
  facts: { checked: number; missing: number; attached: number } | null;
  model: string;
  usage: { inputTokens: number; cachedInputTokens: number; outputTokens: number; cost: string };
  createdAt: Date;
}

/** The newest attempts for a thread, oldest first, at most `limit`. */
export async function listSummaries(
  db: Database,
  input: { conversationId: number; limit: number },
): Promise<SummaryView[]> {
  const beginning = (seq: 'covers_from' | 'covers_through') => sql<string | null>`(
    select left(content, 80) from thread_message message
    where message.conversation_id = summary.conversation_id and message.seq = ${sql.ref(`summary.${seq}`)})`;
  const rows = await db
    .selectFrom('conversation')
    .innerJoin('summary', 'summary.conversation_id', 'conversation.id')
    .innerJoin('turn', (join) =>
      join
        .onRef('turn.conversation_id', '=', 'summary.conversation_id')
        .onRef('turn.position', '=', 'summary.position'),
    )
    .select(['ordinal', 'way', 'summary.status', 'reason', 'turn.turn_id as turnId', 'model'])
    .select(['covers_from as coversFrom', 'summary.covers_through as coversThrough', 'content as text'])
    .select(['token_count as tokens', 'budget', 'facts_checked', 'facts_missing', 'facts_attached'])
    .select(['input_tokens as inputTokens', 'cached_input_tokens as cachedInputTokens'])
    .select(['output_tokens as outputTokens', 'cost', 'summary.created_at as createdAt'])
    .select([
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

/** What summaries of one way cost. An inline one is part of an answer's call: only what it adds is counted. */
export interface SummaryWayUsage {
  way: SummaryWay;
  /** Attempts, whatever came of them. */
  attempts: number;
  adopted: number;
  inputTokens: number;
  cachedInputTokens: number;
  outputTokens: number;
  /** USD, as a decimal. */
  cost: string;
}

/** What a thread's summaries cost by their way, of one turn or of all. */
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
      sql<string>`sum(cost)`.as('cost'),
    ])
    .where('conversation_id', '=', input.conversationId)
    .$if(input.position !== undefined, (query) => query.where('position', '=', input.position ?? 0))
    .groupBy('way')
    .orderBy('way')
    .execute();
}
