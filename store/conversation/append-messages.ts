import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../database.js';
import { NOTIFY_CHANNEL } from '../notify.js';
import { insertPlaced, placeMessages, type PlacedMessage } from './import-conversation.js';

interface AppendInput {
  workflowId: string;
  id: string;
  messages: readonly { role: 'user' | 'assistant'; text: string }[];
  countTokens: (text: string) => number;
}

type AppendOutcome = { kind: 'appended'; seq: number } | { kind: 'unknown' } | { kind: 'busy' };

/** Idempotent by message id. */
export async function appendMessages(db: Database, input: AppendInput): Promise<AppendOutcome> {
  return db.transaction().execute(async (trx) => {
    const { workflowId, id, messages, countTokens } = input;
    const conversation = await lockTail(trx, workflowId);
    if (!conversation) return { kind: 'unknown' };
    const { conversationId, branch, isBusy, ...tail } = conversation;
    const nameTurn = (position: number): string => `item-${id}-${position - tail.position}`;
    const known = await findPlace(trx, { conversationId, turnId: `item-${id}-1` });
    if (known !== undefined) return { kind: 'appended', seq: known };
    if (isBusy) return { kind: 'busy' };
    const at = new Date();
    const placed = placeMessages({ messages: messages.map((one) => ({ ...one, at })), countTokens, tail });
    await insertPlaced(trx, { conversationId, branch, placed, countTokens, nameTurn });
    const last = placed.at(-1);
    if (last) await moveTail(trx, { conversationId, workflowId, last });
    return { kind: 'appended', seq: tail.seq + 1 };
  });
}

interface Tail {
  conversationId: number;
  branch: number;
  position: number;
  seq: number;
  session: number;
  runningTokens: number;
  at: Date | null;
  isBusy: boolean;
}

async function lockTail(trx: DatabaseTransaction, workflowId: string): Promise<Tail | undefined> {
  const { rows } = await sql<Tail>`
    select id as "conversationId", branch, last_position as position, last_seq as seq, last_session as session,
      total_tokens as "runningTokens", last_message_at as at,
      active_execution_id is not null or exists (
        select from turn where conversation_id = conversation.id and status in ('queued', 'running')
      ) as "isBusy"
    from conversation where workflow_id = ${workflowId} and closed_at is null
    for update`.execute(trx);
  return rows[0];
}

async function findPlace(
  trx: DatabaseTransaction,
  { conversationId, turnId }: { conversationId: number; turnId: string },
): Promise<number | undefined> {
  const { rows } = await sql<{ seq: number | null }>`
    select min(seq) as seq from turn join conversation_message using (conversation_id, position)
    where conversation_id = ${conversationId} and turn_id = ${turnId}`.execute(trx);
  return rows[0]?.seq ?? undefined;
}

async function moveTail(
  trx: DatabaseTransaction,
  end: { conversationId: number; workflowId: string; last: PlacedMessage },
): Promise<void> {
  const { conversationId, workflowId, last } = end;
  await sql`
    update conversation set last_position = ${last.position}::integer, last_seq = ${last.seq}::integer,
      last_session = ${last.session}::integer, total_tokens = ${last.runningTokens}::integer,
      last_message_at = ${last.at}, updated_at = now()
    where id = ${conversationId}
    returning pg_notify(${NOTIFY_CHANNEL}, ${workflowId})`.execute(trx);
}
