import { sql } from 'kysely';
import type { DatabaseTransaction } from '../database.js';
import { insertPassages } from '../passages/store-passages.js';
import { insertStanding } from '../standing/insert-standing.js';
import { currentSession } from './conversations.js';

export interface JoinedMessage {
  id: string;
  kind?: 'question' | 'answer';
  role: 'user' | 'assistant';
  text: string;
  /** The call that sent or produced it first, or the call before a question or answer. */
  step: number;
}

interface TurnPlace {
  conversationId: number;
  position: number;
  executionId: number;
  countTokens: (text: string) => number;
}

export async function placeJoinedMessages(
  trx: DatabaseTransaction,
  turn: TurnPlace & { messages: readonly JoinedMessage[] },
): Promise<number> {
  const { conversationId, position: ofPosition } = turn;
  let seq = 0;
  for (const message of turn.messages) {
    const position = await takePosition(trx, { conversationId, ofPosition, message });
    seq = await placeMessage(trx, { ...turn, position, message });
  }
  return seq;
}

/** An answer has the id of its question or instruction, so it gets the same position. */
async function takePosition(
  trx: DatabaseTransaction,
  place: { conversationId: number; ofPosition: number; message: JoinedMessage },
): Promise<number> {
  const { conversationId, ofPosition, message } = place;
  const { rows } = await sql<{ position: number }>`
    with known as (
      select position from turn where conversation_id = ${conversationId} and turn_id = ${message.id}
    ), place as (
      update conversation set last_position = last_position + 1
      where id = ${conversationId} and not exists (select from known)
      returning last_position as position
    ), slot as (
      insert into turn (conversation_id, position, turn_id, kind, status, of_position, joined_step, finished_at)
      select ${conversationId}::bigint, position, ${message.id}, ${message.kind ?? 'step'}, 'completed', ${ofPosition}::integer,
        ${message.step}::bigint, now()
      from place
    )
    select position from known union all select position from place`.execute(trx);
  const [row] = rows;
  if (!row) throw new Error(`Conversation ${conversationId} has no row`);
  return row.position;
}

async function placeMessage(
  trx: DatabaseTransaction,
  place: Omit<TurnPlace, 'position'> & { position: number; message: JoinedMessage },
): Promise<number> {
  const { conversationId, position, executionId, message, countTokens } = place;
  const { role, text, step, kind } = message;
  const tokens = countTokens(text);
  const passages = insertPassages({ conversationId, messages: [{ position, role, text }], countTokens });
  const isStored = role === 'assistant' && !kind;
  const standing =
    role === 'assistant' ? undefined : insertStanding({ conversationId, messages: [{ position, text }] });
  const { rows } = await sql<{ seq: number }>`
    with place as (
      update conversation set last_seq = last_seq + 1, total_tokens = total_tokens + ${tokens}::integer,
        last_session = ${currentSession}, last_message_at = now(), updated_at = now()
      where id = ${conversationId}
      returning branch, last_seq, total_tokens, last_session
    ), said as (
      insert into conversation_message (conversation_id, position, role, branch, seq, content, answer_step, token_count,
        running_tokens, session, execution_id)
      select ${conversationId}::bigint, ${position}::integer, ${role}, branch, last_seq,
        ${isStored ? null : text}::text, ${isStored ? step : null}::bigint, ${tokens}::integer, total_tokens,
        last_session, ${executionId}::bigint
      from place
    )${passages ? sql`, indexed as (${passages})` : sql``}${standing ? sql`, asked as (${standing})` : sql``}
    select last_seq as seq from place`.execute(trx);
  return rows[0]?.seq ?? 0;
}
