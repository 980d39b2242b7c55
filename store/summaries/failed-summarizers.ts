import { sql, type RawBuilder } from 'kysely';

/** Failures in a row after which a model is not asked for summaries with its answers. */
const MAX_FAILURES = 2;

/** The newest attempts that are looked at: once the failures are not among them, the model is asked again. */
const LOOKED_AT = 16;

/**
 * The models that failed at summaries with their answers: twice, with none of use since. Such a model is not asked for
 * a while, because what it writes instead is waited for and paid. The statement costs the same however long the
 * conversation is.
 */
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
