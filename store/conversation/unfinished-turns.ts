import { sql } from 'kysely';
import { turnOrder } from './turn-order.js';
import type { Database } from '../database.js';

/**
 * Literals, because a prepared statement with parameters cannot use the partial index of unfinished turns.
 */
export const UNFINISHED = (['queued', 'running'] as const).map((status) => sql.lit(status));

export async function listUnfinishedTurns(db: Database, conversationId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('turn')
    .innerJoin('conversation', 'conversation.id', 'turn.conversation_id')
    .select('turn.turn_id')
    .where('conversation.workflow_id', '=', conversationId)
    .where('turn.kind', '=', 'message')
    .where('turn.status', 'in', UNFINISHED)
    .orderBy('turn.conversation_id')
    .orderBy(turnOrder('turn'))
    .execute();
  return rows.map((row) => row.turn_id);
}

export async function findUnfinishedTurn(
  db: Database,
  { conversationId, messageId }: { conversationId: string; messageId: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ turnId: string }>`
    with recursive thread as (
      select id from conversation where workflow_id = ${conversationId} order by id desc limit 1
    ), family as (
      select whole.position, whole.turn_id, whole.status from thread
      join turn on turn.conversation_id = thread.id and turn.turn_id = ${messageId}
      join turn whole on whole.conversation_id = thread.id
        and whole.position = case when turn.joined_step is null then turn.position else turn.of_position end
      union
      select newer.position, newer.turn_id, newer.status from thread cross join family
      join turn newer on newer.conversation_id = thread.id
        and family.position in (newer.branch_of, newer.retry_of)
    )
    select turn_id as "turnId" from family where status in ('queued', 'running')
    order by position desc limit 1`.execute(db);
  return rows[0]?.turnId;
}
