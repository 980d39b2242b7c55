import { sql, type RawBuilder } from 'kysely';

export function treeBelow(roots: RawBuilder<unknown>) {
  return sql`root (id) as (${roots}), tree (id) as (
      select id from root union select execution.id from execution join root on execution.root_id = root.id
    )`;
}

export type NewestRounds = { conversationId: number; turns: number } | { executionId: number };

export function newestRounds(rounds: NewestRounds) {
  if ('executionId' in rounds) return sql`select ${rounds.executionId}::bigint`;
  return sql`select id from execution where conversation_id = ${rounds.conversationId}
      order by position desc limit ${rounds.turns}`;
}
