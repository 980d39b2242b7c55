import { sql } from 'kysely';
import type { TurnStatus } from '../../flow/execution/execution-status.js';
import { UNFINISHED } from './unfinished-turns.js';
import type { Database, DatabaseTransaction } from '../database.js';
import { turnOrder } from './turn-order.js';
import type { FinalStatus } from '../../protocol/final-status.js';

export interface ConversationRow {
  id: number;
  branch: number;
  workflow_id: string;
  active_execution_id: number | null;
  last_seq: number;
  total_tokens: number;
  cleared_through: number;
  last_position: number;
}

export interface LockedTurn extends ConversationRow {
  position: number;
  turn_status: TurnStatus;
  branch_of: number | null;
  to_branch: number | null;
}

/** A longer pause starts a new session. In search tests, 3 to 12 hours were equally good, 1 and 24 worse. */
export const SESSION_PAUSE_HOURS = 6;

export const currentSession = sql<number>`last_session + (last_message_at is null
  or now() - last_message_at > ${sql.lit(SESSION_PAUSE_HOURS)} * interval '1 hour')::integer`;

const COLUMNS = [
  'id',
  'branch',
  'workflow_id',
  'active_execution_id',
  'last_seq',
  'total_tokens',
  'cleared_through',
  'last_position',
] as const;

/** Locks the conversation, because only the lock's holder may assign places to messages. */
export async function lockConversationOfTurn(
  trx: DatabaseTransaction,
  input: { workflowId: string; turnId: string },
): Promise<LockedTurn | undefined> {
  return trx
    .selectFrom('conversation')
    .innerJoin('turn', 'turn.conversation_id', 'conversation.id')
    .select(COLUMNS.map((column) => `conversation.${column}` as const))
    .select(['turn.position', 'turn.status as turn_status', 'turn.branch_of', 'turn.to_branch'])
    .where('conversation.workflow_id', '=', input.workflowId)
    .where('turn.turn_id', '=', input.turnId)
    .forUpdate('conversation')
    .executeTakeFirst();
}

/** Call it after ending the turn: messages after an unfinished turn get no place. */
export async function placeEndedMessages(
  trx: DatabaseTransaction,
  input: { conversationId: number; from: number },
): Promise<void> {
  const { conversationId, from } = input;
  await sql`
    with due as (
      select turn.position, row_number() over (order by turn.position) as place,
        sum(token_count) over (order by turn.position) as tokens
      from conversation_message message
      join turn on turn.conversation_id = ${conversationId} and turn.position = message.position
      where message.conversation_id = ${conversationId} and role = 'user' and seq is null
        and message.position >= (
          select case when while_running = 'interrupt' then 0 else position end from turn
          where conversation_id = ${conversationId} and position = ${from})
        -- One that never began a branch has no place in another.
        and turn.branch_of is null and turn.status not in ('queued', 'running') and (
          turn.joined_step is not null or not exists (
            select from turn before
            where before.conversation_id = ${conversationId} and before.status in ('queued', 'running')
              and ${turnOrder('before')} < ${turnOrder('turn')}))
    ), after as (
      select count(*) as messages, max(tokens) as tokens from due
    ), place as (
      update conversation set last_seq = last_seq + after.messages, total_tokens = total_tokens + after.tokens,
        last_session = ${currentSession}, last_message_at = now(), updated_at = now()
      from after where id = ${conversationId} and after.messages > 0
      returning branch, last_seq - after.messages as before, total_tokens - after.tokens as tokens_before, last_session
    )
    update conversation_message message set branch = place.branch, seq = before + due.place, running_tokens = tokens_before + due.tokens,
      session = last_session
    from due, place
    where conversation_id = ${conversationId} and message.position = due.position and role = 'user'`.execute(
    trx,
  );
}

/** Idempotent. */
export async function clearConversation(
  db: Database,
  input: { workflowId: string; turnId: string },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const conversation = await lockConversationOfTurn(trx, input);
    if (!conversation) return;
    const ended = await endTurnRow(trx, {
      conversationId: conversation.id,
      position: conversation.position,
      status: 'completed',
    });
    if (!ended) return;
    await trx
      .updateTable('turn')
      .set({ cleared_branch: conversation.branch, cleared_through: conversation.last_seq })
      .where('conversation_id', '=', conversation.id)
      .where('position', '=', conversation.position)
      .execute();
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
    if (conversation.last_position > conversation.position)
      await placeEndedMessages(trx, { conversationId: conversation.id, from: conversation.position });
  });
}

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

/** Does nothing if a turn has not been processed. */
export async function closeConversation(db: Database, workflowId: string): Promise<void> {
  await db
    .updateTable('conversation')
    .set({ closed_at: new Date(), updated_at: new Date() })
    .where('workflow_id', '=', workflowId)
    .where('closed_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('turn')
            .select('turn.position')
            .whereRef('turn.conversation_id', '=', 'conversation.id')
            .where('turn.status', 'in', UNFINISHED),
        ),
      ),
    )
    .execute();
}
