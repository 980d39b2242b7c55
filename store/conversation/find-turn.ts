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

/**
 * Counts the turns of a conversation that come before a turn and have not ended. Undefined: the turn has ended, or
 * there is none.
 */
export async function countTurnsAhead(
  db: Database,
  input: { conversationId: string; turnId: string },
): Promise<number | undefined> {
  const turn = await db
    .selectFrom('turn')
    .innerJoin('conversation', 'conversation.id', 'turn.conversation_id')
    .innerJoin('turn as unfinished', 'unfinished.conversation_id', 'turn.conversation_id')
    .select(({ fn }) => fn.countAll().as('unfinished'))
    .where('conversation.workflow_id', '=', input.conversationId)
    .where('turn.turn_id', '=', input.turnId)
    .where('unfinished.status', 'in', ['queued', 'running'])
    .whereRef('unfinished.position', '<=', 'turn.position')
    .where('turn.status', 'in', ['queued', 'running'])
    .executeTakeFirstOrThrow();
  // The turn itself is counted, too.
  const unfinished = Number(turn.unfinished);
  return unfinished === 0 ? undefined : unfinished - 1;
}
