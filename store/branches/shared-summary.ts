import { sql, type RawBuilder } from 'kysely';

/**
 * A query for the newest summary of a conversation that whoever sees its messages up to a place may share: it covers nothing
 * that was cleared or comes later, and was neither made nor continued by an answer that comes later, because who wrote a
 * summary with an answer knew that answer. With `known` it is the newest that was there at that time and covers no message
 * from `before` on: one that was stored while a call was being planned was there in time, but not for that call. The
 * stretches that are seen come as `seen`.
 */
export function sharedSummary({
  conversationId,
  through,
  cleared,
  known,
}: {
  conversationId: number;
  through: RawBuilder<unknown>;
  cleared: RawBuilder<unknown>;
  known?: { by: Date; before: number };
}): RawBuilder<unknown> {
  const isKnown =
    known === undefined
      ? sql``
      : sql`and summary.created_at <= ${known.by}::timestamptz and covers_through < ${known.before}`;
  return sql`
    select ordinal, covers_through from summary
    join seen on seen.source = summary.conversation_id and seen.branch = summary.branch
    where summary.conversation_id = ${conversationId} and status = 'adopted' and way <> 'thread'
      and covers_from > ${cleared} ${isKnown}
      and covers_through <= least(seen.through_seq, ${through})
      and not exists (
        select from summary knowing
        join conversation_message answer on answer.conversation_id = ${conversationId}
          and answer.position = knowing.position and answer.role = 'assistant'
        where knowing.conversation_id = ${conversationId} and knowing.branch = summary.branch
          and knowing.way = 'inline' and knowing.status = 'adopted' and knowing.ordinal <= summary.ordinal
          and answer.seq > least(seen.through_seq, ${through}))
    order by covers_through desc, ordinal desc limit 1`;
}
