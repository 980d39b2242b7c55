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

/**
 * The rounds of a session in which something is looked for: a conversation's newest turns, or an execution outside
 * conversations, which is its only round.
 */
export type NewestRounds = { conversationId: number; turns: number } | { executionId: number };

/** Selects the executions of these rounds. */
export function newestRounds(rounds: NewestRounds) {
  if ('executionId' in rounds) return sql`select ${rounds.executionId}::bigint`;
  return sql`select id from execution where conversation_id = ${rounds.conversationId}
      order by position desc limit ${rounds.turns}`;
}
