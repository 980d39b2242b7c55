import { sql, type RawBuilder } from 'kysely';

/**
 * Makes `tree (id)` for a `with`: the executions whose ids the statement `roots` gives, and all executions below
 * them.
 */
export function treeBelow(roots: RawBuilder<unknown>) {
  return sql`root (id) as (${roots}), tree (id) as (
      select id from root union select execution.id from execution join root on execution.root_id = root.id
    )`;
}

/** Selects the executions of a conversation's newest turns. */
export function newestTurns({ conversationId, turns }: { conversationId: number; turns: number }) {
  return sql`select id from execution where conversation_id = ${conversationId}
      order by position desc limit ${turns}`;
}
