import { turnOrder } from './turn-order.js';
import type { Database } from '../database.js';

/** Lists the ids of a conversation's turns that have not ended, in their order. */
export async function listUnfinishedTurns(db: Database, conversationId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('turn')
    .innerJoin('conversation', 'conversation.id', 'turn.conversation_id')
    .select('turn.turn_id')
    .where('conversation.workflow_id', '=', conversationId)
    .where('turn.kind', '=', 'message')
    .where('turn.status', 'in', ['queued', 'running'])
    .orderBy('turn.conversation_id')
    .orderBy(turnOrder('turn'))
    .execute();
  return rows.map((row) => row.turn_id);
}
