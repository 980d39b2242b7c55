import type { FinalStatus } from '../flow/status.js';
import type { Database, DatabaseTransaction } from './database.js';
import { notifyExecution } from './notify.js';

export interface ConversationRow {
  id: number;
  workflow_id: string;
  active_execution_id: number | null;
  last_seq: number;
  total_tokens: number;
  cleared_through: number;
}

const COLUMNS = [
  'id',
  'workflow_id',
  'active_execution_id',
  'last_seq',
  'total_tokens',
  'cleared_through',
] as const;

/**
 * Locks a conversation's row: whoever holds it alone gives out places in its thread. With a turn id: the
 * conversation that turn is in, which may be a closed one.
 */
export async function lockConversationOfTurn(
  trx: DatabaseTransaction,
  input: { workflowId: string; turnId: string },
): Promise<(ConversationRow & { position: number }) | undefined> {
  return trx
    .selectFrom('conversation')
    .innerJoin('turn', 'turn.conversation_id', 'conversation.id')
    .select(COLUMNS.map((column) => `conversation.${column}` as const))
    .select('turn.position')
    .where('conversation.workflow_id', '=', input.workflowId)
    .where('turn.turn_id', '=', input.turnId)
    .forUpdate('conversation')
    .executeTakeFirst();
}

/** Gives a turn's user message its place in the thread, once; returns that place. */
export async function placeUserMessage(
  trx: DatabaseTransaction,
  input: { conversation: ConversationRow; position: number; executionId: number | null },
): Promise<number> {
  const message = await trx
    .selectFrom('conversation_message')
    .select(['seq', 'token_count'])
    .where('conversation_id', '=', input.conversation.id)
    .where('position', '=', input.position)
    .where('role', '=', 'user')
    .executeTakeFirstOrThrow();
  if (message.seq !== null) return message.seq;
  const { seq, runningTokens } = await takePlace(trx, input.conversation.id, message.token_count);
  await trx
    .updateTable('conversation_message')
    .set({ seq, running_tokens: runningTokens, execution_id: input.executionId })
    .where('conversation_id', '=', input.conversation.id)
    .where('position', '=', input.position)
    .where('role', '=', 'user')
    .execute();
  return seq;
}

/** The next place in a thread and the thread's tokens with a message of this many; counts are given out once. */
export async function takePlace(
  trx: DatabaseTransaction,
  conversationId: number,
  tokens: number,
): Promise<{ seq: number; runningTokens: number }> {
  const row = await trx
    .updateTable('conversation')
    .set((eb) => ({
      last_seq: eb('last_seq', '+', 1),
      total_tokens: eb('total_tokens', '+', tokens),
      updated_at: new Date(),
    }))
    .where('id', '=', conversationId)
    .returning(['last_seq', 'total_tokens'])
    .executeTakeFirstOrThrow();
  return { seq: row.last_seq, runningTokens: row.total_tokens };
}

/**
 * Works off a clear: later turns see nothing of what is in the thread now. Nothing is deleted, and doing it
 * again after a crash changes nothing.
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
      .set({ cleared_through: conversation.last_seq, updated_at: new Date() })
      .where('id', '=', conversation.id)
      .execute();
    await notifyExecution(trx, input.workflowId);
  });
}

/** Ends a turn's row unless it has ended; says whether it did. */
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

/** Ends the active thread of a conversation: its next message begins a new one. */
export async function closeConversation(db: Database, workflowId: string): Promise<void> {
  await db
    .updateTable('conversation')
    .set({ closed_at: new Date(), updated_at: new Date() })
    .where('workflow_id', '=', workflowId)
    .where('closed_at', 'is', null)
    .execute();
}
