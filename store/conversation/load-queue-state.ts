import { sql } from 'kysely';
import type { TurnStatus } from '../../flow/execution/execution-status.js';
import type { NewTurn, PartOfTurn } from '../../protocol/activities/conversation.js';
import type { TurnKind } from '../../protocol/final-status.js';
import type { QueueJump } from '../../protocol/while-running.js';
import type { DatabaseTransaction } from '../database.js';
import { toPart } from './find-joined.js';
import { holdingPlaces } from '../read-user-limits.js';

export interface AcceptedTurn {
  turnId: string;
  kind: TurnKind;
  status: TurnStatus;
  whileRunning: QueueJump | null;
}

export type OrderedTurn = AcceptedTurn & {
  order: number;
  part: PartOfTurn | null;
  contentHashes: string | null;
};
export type LockedConversation = { id: number; last_position: number; active_execution_id: number | null };

interface ConversationKey {
  workflowId: string;
  user: string;
  maxTurns?: number | null;
}

/** Also locks the user's quota, so that counts stay valid. */
export async function lockOpenConversation(
  trx: DatabaseTransaction,
  { workflowId, user, maxTurns = null }: ConversationKey,
): Promise<LockedConversation | undefined> {
  const { rows } = await sql<LockedConversation>`
    select id, last_position, active_execution_id from conversation
    where workflow_id = ${workflowId} and closed_at is null
      ${maxTurns === null ? sql`` : sql`and ${holdingPlaces({ user, limit: 'turns' })}`}
    for update`.execute(trx);
  return rows[0];
}

export interface QueueState {
  known: OrderedTurn[];
  unfinished: OrderedTurn[];
  hasAnswers: boolean;
  room: number;
}

/** Looks in closed conversations too, because a turn id that is sent again returns its first answer. */
export async function loadQueueState(
  trx: DatabaseTransaction,
  {
    workflowId,
    user,
    maxTurns = null,
    turns,
    repeated = [],
  }: ConversationKey & { turns: readonly NewTurn[]; repeated?: readonly NewTurn[] },
): Promise<QueueState> {
  const ids = [...turns, ...repeated].map((turn) => turn.turnId);
  const { rows } = await sql<TurnRow & { found: 'known' | 'unfinished' | 'answer' | 'counted' }>`
    select turn.turn_id, turn.kind, turn.status, turn.position, turn.while_running, whole.turn_id as of_turn_id,
      whole.status as of_status, turn.content_hashes, 'known' as found
    from conversation join turn on turn.conversation_id = conversation.id
    left join turn whole on turn.joined_step is not null and whole.conversation_id = turn.conversation_id
      and whole.position = turn.of_position
    where workflow_id = ${workflowId} and turn.turn_id = any(${ids}::text[])
    union all
    select turn_id, kind, status, position, while_running, null, null, null, 'unfinished'
    from conversation join turn on turn.conversation_id = conversation.id
    where workflow_id = ${workflowId} and closed_at is null and status in ('queued', 'running')
      and turn_id <> all(${ids}::text[])
    union all
    select answer_turn_id, 'message', status, 0, null, null, null, null, 'answer' from approval
    where answer_turn_id = any(${ids}::text[])
    ${
      maxTurns === null
        ? sql``
        : sql`union all
    select '', 'message', '', count_open_turns(${user}), null, null, null, null, 'counted'`
    }`.execute(trx);
  const counted = rows.find(({ found }) => found === 'counted')?.position ?? 0;
  return {
    known: rows.filter(({ found }) => found === 'known').map(toOrdered),
    unfinished: rows.filter(({ found }) => found === 'unfinished').map(toOrdered),
    hasAnswers: rows.some(({ found }) => found === 'answer'),
    room: maxTurns === null ? Infinity : Math.max(0, maxTurns - counted),
  };
}

interface TurnRow {
  turn_id: string;
  kind: TurnKind;
  status: TurnStatus;
  position: number;
  while_running: QueueJump | null;
  of_turn_id: string | null;
  of_status: TurnStatus | null;
  content_hashes: string | null;
}

function toOrdered(row: TurnRow): OrderedTurn {
  const { turn_id: turnId, kind, status, position: order, while_running: whileRunning } = row;
  return { turnId, kind, status, order, whileRunning, part: toPart(row), contentHashes: row.content_hashes };
}
