import { expressionBuilder, sql } from 'kysely';
import { turnWorkflowId } from '../../protocol/ids.js';
import { MAX_STEER_CHARACTERS } from '../../protocol/while-running.js';
import type { Database, DatabaseSchema, DatabaseTransaction } from '../database.js';
import { notifyEnd, notifyExecution } from '../notify.js';
import { currentSession } from './conversations.js';
import { lockConversations } from './lock-conversations.js';

interface TurnPlace {
  conversationId: number;
  position: number;
}

export interface JoiningMessage {
  position: number;
  turnId: string;
  content: string;
  joinedStep: number | null;
}

export async function loadJoiningMessages(db: Database, place: TurnPlace): Promise<JoiningMessage[]> {
  return selectJoining(db, place)
    .innerJoin('conversation_message as message', (join) =>
      join
        .onRef('message.conversation_id', '=', 'turn.conversation_id')
        .onRef('message.position', '=', 'turn.position')
        .on('message.role', '=', 'user'),
    )
    .select(['turn.position', 'turn.turn_id as turnId', 'turn.joined_step as joinedStep'])
    .select(sql<string>`coalesce(message.content, '')`.as('content'))
    .where((eb) =>
      eb.or([
        eb('turn.joined_step', 'is not', null),
        eb.and([
          eb('turn.status', '=', 'queued'),
          eb(sql<number>`length(message.content)`, '<=', MAX_STEER_CHARACTERS),
          eb.not(
            eb.exists(
              eb
                .selectFrom('attachment')
                .select('attachment.ordinal')
                .whereRef('attachment.conversation_id', '=', 'turn.conversation_id')
                .whereRef('attachment.position', '=', 'turn.position'),
            ),
          ),
        ]),
      ]),
    )
    .orderBy('turn.position')
    .execute();
}

/** Returns false if a message was canceled, has another text than the one read, or joined another call. */
export async function joinMessages(
  trx: DatabaseTransaction,
  turn: TurnPlace & {
    executionId: number;
    messages: readonly { position: number; content?: string }[];
    step: number;
  },
): Promise<boolean> {
  const { conversationId, position, executionId, messages, step } = turn;
  await lockConversations(trx, [conversationId]);
  const { rows } = await sql<{ workflowId: string; turnId: string }>`
    with due as (
      select turn.position, turn.turn_id, row_number() over (order by turn.position) as place,
        sum(token_count) over (order by turn.position) as tokens
      from turn join conversation_message message on message.conversation_id = turn.conversation_id
        and message.position = turn.position and role = 'user'
      join unnest(${messages.map((one) => one.position)}::integer[], ${messages.map((one) => one.content)}::text[])
        as read (position, content) on read.position = turn.position
      where turn.conversation_id = ${conversationId} and coalesce(read.content = message.content, true)
        and of_position = ${position} and joined_step is null and status = 'queued'
    ), after as (
      select count(*) as messages, max(tokens) as tokens from due
    ), place as (
      update conversation set last_seq = last_seq + after.messages, total_tokens = total_tokens + after.tokens,
        last_session = ${currentSession}, last_message_at = now(), updated_at = now()
      from after where id = ${conversationId} and after.messages = ${messages.length}::bigint
      returning workflow_id, branch, last_seq - after.messages as before, total_tokens - after.tokens as tokens_before,
        last_session
    ), joined as (
      update turn set status = 'completed', joined_step = ${step}::bigint, finished_at = now()
      from due, place where turn.conversation_id = ${conversationId} and turn.position = due.position
    ), said as (
      update conversation_message message set branch = place.branch, seq = before + due.place, running_tokens = tokens_before + due.tokens,
        session = last_session, execution_id = ${executionId}::bigint
      from due, place
      where conversation_id = ${conversationId} and message.position = due.position and role = 'user'
    )
    select workflow_id as "workflowId", turn_id as "turnId" from due, place`.execute(trx);
  for (const { workflowId, turnId } of rows) await notifyExecution(trx, turnWorkflowId(workflowId, turnId));
  return rows.length === messages.length;
}

/** The caller ends the turn and places the messages. */
export async function joinInterrupted(
  trx: DatabaseTransaction,
  turn: TurnPlace & { executionId: number },
): Promise<void> {
  const { conversationId, executionId } = turn;
  await lockConversations(trx, [conversationId]);
  const messages = await loadJoiningMessages(trx, turn);
  const positions = messages.filter(({ joinedStep }) => joinedStep === null).map(({ position }) => position);
  if (positions.length === 0) return;
  await sql`
    with joined as (
      update turn set status = 'completed', finished_at = now(), joined_step = 1 + (
        select coalesce(max(step), 0) from model_call where execution_id = ${executionId}::bigint)
      where conversation_id = ${conversationId} and position = any(${positions}::integer[])
    )
    update conversation_message set execution_id = ${executionId}::bigint
    where conversation_id = ${conversationId} and position = any(${positions}::integer[]) and role = 'user'`.execute(
    trx,
  );
}

export async function notifyJoined(trx: DatabaseTransaction, place: TurnPlace): Promise<void> {
  const rows = await selectJoining(trx, place)
    .innerJoin('conversation', 'conversation.id', 'turn.conversation_id')
    .select(['conversation.workflow_id as workflowId', 'turn.turn_id as turnId'])
    .where('turn.joined_step', 'is not', null)
    .execute();
  for (const { workflowId, turnId } of rows) await notifyEnd(trx, turnWorkflowId(workflowId, turnId));
}

export function selectSteering() {
  return expressionBuilder<DatabaseSchema, 'execution'>()
    .selectFrom('turn')
    .select('turn.position')
    .whereRef('turn.conversation_id', '=', 'execution.conversation_id')
    .whereRef('turn.of_position', '=', 'execution.position')
    .where('turn.while_running', '=', 'steer');
}

export const waitsInterrupted = sql<boolean>`exists (select from turn where conversation_id = execution.conversation_id
    and of_position = execution.position and while_running = 'steer' and turn.status = 'queued')
  and exists (select from turn where conversation_id = execution.conversation_id and while_running = 'interrupt'
    and turn.status = 'queued')`;

function selectJoining(db: Database, { conversationId, position }: TurnPlace) {
  return db
    .selectFrom('turn')
    .where('turn.conversation_id', '=', conversationId)
    .where('turn.of_position', '=', position)
    .where('turn.while_running', '=', 'steer');
}
