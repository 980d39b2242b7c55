import { sql } from 'kysely';
import type { TurnStatus } from '../../flow/execution/status.js';
import type { Database, DatabaseTransaction } from '../database.js';
import type { FinalStatus } from '../../protocol/status.js';

export interface ConversationRow {
  id: number;
  workflow_id: string;
  active_execution_id: number | null;
  last_seq: number;
  total_tokens: number;
  cleared_through: number;
}

/**
 * A longer pause between two messages begins a new session. In search tests, 3 to 12 hours gave similar results; 1
 * and 24 hours gave worse ones.
 */
export const SESSION_PAUSE_HOURS = 6;

/** The session that a message said now belongs to, in an update of `conversation`. */
export const currentSession = sql<number>`last_session + (last_message_at is null
  or now() - last_message_at > ${sql.lit(SESSION_PAUSE_HOURS)} * interval '1 hour')::integer`;

const COLUMNS = [
  'id',
  'workflow_id',
  'active_execution_id',
  'last_seq',
  'total_tokens',
  'cleared_through',
] as const;

/**
 * Locks the row of a conversation: only the holder of this lock assigns places in its thread. With a turn id,
 * locks the conversation that holds the turn, which may be closed.
 */
export async function lockConversationOfTurn(
  trx: DatabaseTransaction,
  input: { workflowId: string; turnId: string },
): Promise<(ConversationRow & { position: number; turn_status: TurnStatus }) | undefined> {
  return trx
    .selectFrom('conversation')
    .innerJoin('turn', 'turn.conversation_id', 'conversation.id')
    .select(COLUMNS.map((column) => `conversation.${column}` as const))
    .select(['turn.position', 'turn.status as turn_status'])
    .where('conversation.workflow_id', '=', input.workflowId)
    .where('turn.turn_id', '=', input.turnId)
    .forUpdate('conversation')
    .executeTakeFirst();
}

/** Gives the user message of a turn without an execution the next place in the thread, after `last_seq`, once. */
export async function placeUserMessage(
  trx: DatabaseTransaction,
  input: { conversation: ConversationRow; position: number },
): Promise<void> {
  const message = await trx
    .selectFrom('conversation_message')
    .select(['seq', 'token_count'])
    .where('conversation_id', '=', input.conversation.id)
    .where('position', '=', input.position)
    .where('role', '=', 'user')
    .executeTakeFirstOrThrow();
  if (message.seq !== null) return;
  const { seq, runningTokens, session } = await takePlace(trx, {
    conversationId: input.conversation.id,
    tokens: message.token_count,
  });
  await trx
    .updateTable('conversation_message')
    .set({ seq, running_tokens: runningTokens, session })
    .where('conversation_id', '=', input.conversation.id)
    .where('position', '=', input.position)
    .where('role', '=', 'user')
    .execute();
}

/** Takes the next place in a thread for a message of this many tokens; no place is given out twice. */
async function takePlace(
  trx: DatabaseTransaction,
  input: { conversationId: number; tokens: number },
): Promise<{ seq: number; runningTokens: number; session: number }> {
  return trx
    .updateTable('conversation')
    .set((eb) => ({
      last_seq: eb('last_seq', '+', 1),
      total_tokens: eb('total_tokens', '+', input.tokens),
      last_session: currentSession,
      last_message_at: sql<Date>`now()`,
      updated_at: new Date(),
    }))
    .where('id', '=', input.conversationId)
    .returning(['last_seq as seq', 'total_tokens as runningTokens', 'last_session as session'])
    .executeTakeFirstOrThrow();
}

/**
 * Carries out a clear: later turns see none of the messages that are in the thread now. Nothing is deleted, and
 * repeating it after a crash changes nothing.
 */
export async function clearConversation(
  db: Database,
  input: { workflowId: string; turnId: string },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const conversation = await lockConversationOfTurn(trx, input);
    if (conversation === undefined) return;
    const ended = await endTurnRow(trx, {
      conversationId: conversation.id,
      position: conversation.position,
      status: 'completed',
    });
    if (!ended) return;
    await trx
      .updateTable('conversation')
      .set({
        cleared_through: conversation.last_seq,
        covers_through: conversation.last_seq,
        summary_ordinal: null,
        updated_at: new Date(),
      })
      .where('id', '=', conversation.id)
      .execute();
  });
}

/** Sets the final status of a turn unless it has one. Returns whether it did. */
export async function endTurnRow(
  trx: DatabaseTransaction,
  input: {
    conversationId: number;
    position: number;
    status: FinalStatus;
    errorType?: string | null | undefined;
    errorMessage?: string | null | undefined;
  },
): Promise<boolean> {
  const result = await trx
    .updateTable('turn')
    .set({
      status: input.status,
      error_type: input.errorType ?? null,
      error_message: input.errorMessage ?? null,
      finished_at: new Date(),
    })
    .where('conversation_id', '=', input.conversationId)
    .where('position', '=', input.position)
    .where('status', 'in', ['queued', 'running'])
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Closes the active conversation of a Workflow ID. The next message begins a new one. */
export async function closeConversation(db: Database, workflowId: string): Promise<void> {
  await db
    .updateTable('conversation')
    .set({ closed_at: new Date(), updated_at: new Date() })
    .where('workflow_id', '=', workflowId)
    .where('closed_at', 'is', null)
    .execute();
}
