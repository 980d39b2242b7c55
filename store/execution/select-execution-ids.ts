import { sql, type RawBuilder } from 'kysely';

/** A union, because with one `or` over both indexes, Postgres would scan the table. */
export function selectExecutionIds(conversations: readonly number[]): RawBuilder<number[]> {
  const roots = sql`execution where conversation_id = any(${[...conversations]}::bigint[])`;
  return sql<number[]>`array(
    select id from ${roots}
    union
    select below.id from (select id from ${roots}) root join execution below on below.root_id = root.id)`;
}
