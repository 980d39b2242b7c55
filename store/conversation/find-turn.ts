import type { TurnStatus } from '../../flow/execution/status.js';
import type { Database } from '../database.js';

/** The status of a turn, with its answer once it has one. */
export interface FoundTurn {
  status: TurnStatus;
  errorType: string | null;
  errorMessage: string | null;
  answer: string | null;
}

/** Finds a turn of a conversation, active or closed, in one statement. Undefined: no turn has this id. */
export async function findTurn(
  db: Database,
  input: { conversationId: string; turnId: string },
): Promise<FoundTurn | undefined> {
  return db
    .selectFrom('turn')
    .innerJoin('conversation', 'conversation.id', 'turn.conversation_id')
    .leftJoin('thread_message as answer', (join) =>
      join
        .onRef('answer.conversation_id', '=', 'turn.conversation_id')
        .onRef('answer.position', '=', 'turn.position')
        .on('answer.role', '=', 'assistant'),
    )
    .select([
      'turn.status',
      'turn.error_type as errorType',
      'turn.error_message as errorMessage',
      'answer.content as answer',
    ])
    .where('conversation.workflow_id', '=', input.conversationId)
    .where('turn.turn_id', '=', input.turnId)
    .executeTakeFirst();
}
