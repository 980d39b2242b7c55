import { sql, type RawBuilder } from 'kysely';

/** Consecutive failures before a model pauses. */
const MAX_FAILURES = 2;

const LOOKED_AT = 16;

/** Lists models whose inline summaries were useless: they cost time and money. */
export function failedSummarizers(of: { conversationId: RawBuilder<unknown> }): RawBuilder<string[]> {
  return sql`array(
    select model from (
      select model, ordinal,
        coalesce(max(ordinal) filter (where status <> 'unusable') over (partition by model), 0) as last_usable
      from summary
      where summary.conversation_id = ${of.conversationId} and way = 'inline'
        and ordinal > (select max(ordinal) from summary newest
          where newest.conversation_id = ${of.conversationId}) - ${sql.lit(LOOKED_AT)}
    ) attempt
    where ordinal > last_usable
    group by model
    having count(*) >= ${sql.lit(MAX_FAILURES)}
  )`;
}
