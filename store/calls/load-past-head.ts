import { sql } from 'kysely';
import { sharedSummary } from '../branches/shared-summary.js';
import { seenStretches } from '../branches/seen-messages.js';
import type { Database } from '../database.js';

export interface PastHead {
  clearedThrough: number;
  coversThrough: number;
  summaryOrdinal: number | null;
}

export async function loadPastHead(
  db: Database,
  {
    conversationId,
    branch,
    currentSeq,
    at,
    uncovered,
  }: { conversationId: number; branch: number; currentSeq: number; at: Date; uncovered: number },
): Promise<PastHead> {
  const { rows } = await sql<PastHead>`
    with seen as materialized (
      select * from ${seenStretches({ conversationId, branch })}
    ), head as (
      select greatest(
        coalesce((
          select max(cleared_through) from turn
          where conversation_id = ${conversationId} and cleared_branch = ${branch}
            and cleared_through < ${currentSeq}), 0),
        coalesce((
          select begins_cleared from branch where conversation_id = ${conversationId} and number = ${branch}), 0)
      ) as cleared
    ), shared as (
      ${sharedSummary({
        conversationId,
        through: sql`${currentSeq}::integer`,
        cleared: sql`(select cleared from head)`,
        known: { by: at, before: uncovered },
      })}
    )
    select cleared as "clearedThrough", ordinal as "summaryOrdinal",
      greatest(cleared, covers_through) as "coversThrough"
    from head left join shared on true`.execute(db);
  const [head] = rows;
  if (!head) throw new Error(`Conversation ${conversationId} has no row`);
  return head;
}
