import { sql } from 'kysely';
import { UNFINISHED } from './unfinished-turns.js';
import { turnOrder } from './turn-order.js';
import type { TurnStatus } from '../../flow/execution/execution-status.js';
import { isInStretch, seenStretches } from '../branches/seen-messages.js';
import type { Database } from '../database.js';
import { newestFinish } from './newest-finish.js';

export interface FoundTurn {
  status: TurnStatus;
  errorType: string | null;
  errorMessage: string | null;
  answer: string | null;
  finish: string | null;
  joined: { turnId: string; step: number } | null;
}

export async function findTurn(
  db: Database,
  input: { conversationId: string; turnId: string },
): Promise<FoundTurn | undefined> {
  return db
    .selectFrom('turn')
    .innerJoin('conversation', 'conversation.id', 'turn.conversation_id')
    .innerJoin('turn as whole', (join) =>
      join.onRef('whole.conversation_id', '=', 'turn.conversation_id').on('whole.position', '=', (eb) =>
        eb
          .case()
          .when('turn.joined_step', 'is', null)
          .then(eb.ref('turn.position'))
          .else(sql<number>`turn.of_position`)
          .end(),
      ),
    )
    .leftJoin('thread_message as answer', (join) =>
      join
        .onRef('answer.conversation_id', '=', 'whole.conversation_id')
        .onRef('answer.position', '=', 'whole.position')
        .on('answer.role', '=', 'assistant'),
    )
    .select([
      'whole.status',
      'whole.error_type as errorType',
      'whole.error_message as errorMessage',
      'answer.content as answer',
    ])
    .select(newestFinish(sql.ref('answer.execution_id')).as('finish'))
    .select(
      sql<FoundTurn['joined']>`case when turn.joined_step is not null
        then json_build_object('turnId', whole.turn_id, 'step', turn.joined_step) end`.as('joined'),
    )
    .where('conversation.workflow_id', '=', input.conversationId)
    .where('turn.turn_id', '=', input.turnId)
    .executeTakeFirst();
}

export async function findNewestTurn(db: Database, conversationId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('turn')
    .innerJoin('conversation', 'conversation.id', 'turn.conversation_id')
    .select('turn.turn_id')
    .where('conversation.workflow_id', '=', conversationId)
    .where('conversation.closed_at', 'is', null)
    .where('turn.kind', '=', 'message')
    .where('turn.joined_step', 'is', null)
    .where(isSeenTurn)
    .orderBy('turn.position', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.turn_id;
}

const isSeenTurn = sql<boolean>`not exists (
  select from conversation_message message
  where message.conversation_id = turn.conversation_id and message.position = turn.position and message.seq is not null
    and not exists (
      select from ${seenStretches({ conversationId: sql`turn.conversation_id` })} where ${isInStretch('message')}))`;

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
    .where('unfinished.status', 'in', UNFINISHED)
    .where(sql<boolean>`${turnOrder('unfinished')} <= ${turnOrder('turn')}`)
    .where('turn.status', 'in', UNFINISHED)
    .executeTakeFirstOrThrow();
  const unfinished = Number(turn.unfinished);
  return unfinished === 0 ? undefined : unfinished - 1;
}
