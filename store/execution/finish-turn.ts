import { sql } from 'kysely';
import type { FinalStatus } from '../../protocol/final-status.js';
import type { QueueJump } from '../../protocol/while-running.js';
import { seenMessages } from '../branches/seen-messages.js';
import { currentSession, endTurnRow, placeEndedMessages } from '../conversation/conversations.js';
import { placeJoinedMessages, type JoinedMessage } from '../conversation/place-joined.js';
import type { DatabaseTransaction } from '../database.js';
import { announceEnd } from '../notify.js';
import { insertPassages } from '../passages/store-passages.js';

interface EndedTurn {
  workflowId: string;
  executionId: number;
  conversationId: number;
  position: number;
}

interface TurnEnd {
  status: FinalStatus;
  errorType?: string | undefined;
  errorMessage?: string | undefined;
}

interface AnsweredTurn extends EndedTurn, TurnEnd {
  answer: string;
  answerStep: number | undefined;
  steps: readonly JoinedMessage[];
  countTokens: (text: string) => number;
}

export interface TakenPlace {
  seq: number;
  coversThrough: number;
  uncoveredTokens: number;
  answerTokens: number;
  depth: number;
  summaryBudget: number | null;
}

/** Needs the lock of the unfinished execution. */
export async function endAnsweredTurn(trx: DatabaseTransaction, turn: AnsweredTurn): Promise<TakenPlace> {
  const { executionId, conversationId, position, answer, answerStep, countTokens, steps } = turn;
  const { status, errorType = null, errorMessage = null } = turn;
  const isBefore = ({ step, role }: JoinedMessage): boolean =>
    answerStep === undefined ? role === 'user' : step <= answerStep;
  const later = steps.filter((message) => !isBefore(message));
  if (steps.length > 0) await placeJoinedMessages(trx, { ...turn, messages: steps.filter(isBefore) });
  const tokens = countTokens(answer);
  const messages = [{ position, role: 'assistant' as const, text: answer }];
  const passages = insertPassages({ conversationId, messages, countTokens });
  // A model's answer is in the trace already.
  const content = answerStep === undefined ? answer : null;
  const { rows } = await sql<
    Omit<TakenPlace, 'answerTokens'> & { lastPosition: number; whileRunning: QueueJump | null }
  >`
    with execution_ended as (
      update execution set status = ${status}, error_type = ${errorType}, error_message = ${errorMessage},
        finished_at = now(), output = null
      where id = ${executionId}
    ), place as (
      update conversation set last_seq = last_seq + 1, total_tokens = total_tokens + ${tokens}::integer,
        last_session = ${currentSession}, last_message_at = now(), updated_at = now(), active_execution_id = null
      where id = ${conversationId}
      returning branch, last_seq, total_tokens, last_session, covers_through, depth, summary_ordinal, last_position
    ), said as (
      insert into conversation_message (conversation_id, position, role, branch, seq, content, answer_step, token_count,
        running_tokens, session, execution_id)
      select ${conversationId}::bigint, ${position}::integer, 'assistant', branch, last_seq, ${content},
        ${answerStep ?? null}::bigint, ${tokens}::integer, total_tokens, last_session, ${executionId}::bigint
      from place
    )${passages ? sql`, indexed as (${passages})` : sql``}, turn_ended as (
      update turn set status = ${status}, error_type = ${errorType}, error_message = ${errorMessage}, finished_at = now()
      where conversation_id = ${conversationId} and position = ${position} and status in ('queued', 'running')
      returning while_running
    )
    select last_seq as seq, last_position as "lastPosition", total_tokens - ${tokens}::integer - coalesce((
        select running_tokens
        from ${seenMessages(
          { conversationId },
          { where: sql`message.seq = place.covers_through`, table: 'conversation_message' },
        )} covered
      ), 0) as "uncoveredTokens", (
        select while_running from turn_ended
      ) as "whileRunning", covers_through as "coversThrough", depth, (
        select budget from summary where conversation_id = ${conversationId} and ordinal = summary_ordinal
      ) as "summaryBudget", ${announceEnd(turn.workflowId)}
    from place`.execute(trx);
  const [place] = rows;
  if (!place) throw new Error(`The conversation of turn '${turn.workflowId}' has no row`);
  const { lastPosition, whileRunning, ...taken } = place;
  const seq = later.length > 0 ? await placeJoinedMessages(trx, { ...turn, messages: later }) : taken.seq;
  if (lastPosition > position || whileRunning === 'interrupt')
    await placeEndedMessages(trx, { conversationId, from: position });
  return { ...taken, answerTokens: tokens, seq };
}

export async function endTurn(trx: DatabaseTransaction, turn: EndedTurn & TurnEnd): Promise<void> {
  await trx
    .updateTable('conversation')
    .set({ active_execution_id: null, updated_at: new Date() })
    .where('id', '=', turn.conversationId)
    .where('active_execution_id', '=', turn.executionId)
    .execute();
  await endTurnRow(trx, turn);
  await placeEndedMessages(trx, { conversationId: turn.conversationId, from: turn.position });
}
