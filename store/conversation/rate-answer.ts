import { sql } from 'kysely';
import type { Rating } from '../../protocol/rating.js';
import type { Database } from '../database.js';

export async function rateAnswer(
  db: Database,
  { conversationId, turnId, rating }: { conversationId: string; turnId: string; rating: Rating | null },
): Promise<boolean> {
  const { rows } = await sql`
    update conversation_message message set rating = ${rating}::text
    from conversation, turn
    where conversation.workflow_id = ${conversationId} and turn.conversation_id = conversation.id
      and turn.turn_id = ${turnId} and turn.kind = 'message'
      and message.conversation_id = turn.conversation_id and message.position = turn.position
      and message.role = 'assistant'
    returning 1`.execute(db);
  return rows.length > 0;
}
