import type { TurnStatus } from '../flow/status.js';
import type { Database } from './database.js';

export interface FoundTurn {
  status: TurnStatus;
  errorType: string | null;
  errorMessage: string | null;
}

/** How a turn of a conversation, active or closed, stands; undefined: there is none with this id. */
export async function findTurn(
  db: Database,
  input: { conversationId: string; turnId: string },
): Promise<FoundTurn | undefined> {
  return db
    .selectFrom('turn')
    .innerJoin('conversation', 'conversation.id', 'turn.conversation_id')
    .select(['turn.status', 'turn.error_type as errorType', 'turn.error_message as errorMessage'])
    .where('conversation.workflow_id', '=', input.conversationId)
    .where('turn.turn_id', '=', input.turnId)
    .executeTakeFirst();
}
