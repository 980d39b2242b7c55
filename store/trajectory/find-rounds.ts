import type { FinalStatus } from '../../protocol/status.js';
import { isSeenExecution } from '../branches/seen-messages.js';
import type { Database } from '../database.js';

/** Selects rounds: those of a session, of a user, or of both. */
export interface RoundFilter {
  /** Only rounds of this user; undefined: of all users. */
  user?: string | undefined;
  /** Workflow ID of a conversation, or of an execution outside one. Undefined: all sessions of the user. */
  session?: string | undefined;
  /** Position of the turn in its conversation. */
  round?: number | undefined;
  /** In a conversation, only rounds whose question comes after this message of the thread. */
  afterSeq?: number | undefined;
  /** Only rounds whose execution has ended, so that nothing is added to them any more. */
  isEnded?: boolean | undefined;
  /** The most rounds; the newest are taken. */
  last: number;
}

/** A turn of a conversation, or an execution outside one. */
export interface Round {
  /** Row id of its execution. */
  executionId: number;
  user: string;
  /** Workflow ID of its conversation, or its own outside one. */
  session: string;
  round: number;
}

const FINAL_STATUSES: readonly FinalStatus[] = ['completed', 'failed', 'cancelled'];

/** Finds the newest conversation or sub-thread with this Workflow ID. Undefined: there is none. */
export async function findSession(
  db: Database,
  session: string,
): Promise<{ id: number; user: string; createdAt: Date } | undefined> {
  return db
    .selectFrom('conversation')
    .select(['id', 'user_id as user', 'created_at as createdAt'])
    .where('workflow_id', '=', session)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/**
 * Finds the rounds that match, newest first. If the session is a conversation, `conversationId` selects its
 * rounds.
 */
export async function findRounds(
  db: Database,
  {
    user,
    session,
    round,
    afterSeq,
    isEnded = false,
    last,
    conversationId,
  }: RoundFilter & { conversationId?: number | undefined },
): Promise<Round[]> {
  let query = db
    .selectFrom('execution')
    .leftJoin('conversation', 'conversation.id', 'execution.conversation_id')
    .select(({ fn, val }) => [
      'execution.id as executionId',
      fn.coalesce('execution.user_id', 'conversation.user_id', val('')).as('user'),
      fn.coalesce('conversation.workflow_id', 'execution.workflow_id').as('session'),
      fn.coalesce('execution.position', val(1)).as('round'),
    ])
    .where('execution.root_id', 'is', null);
  if (conversationId !== undefined) {
    // Compares and sorts the bare `position`, so that the index gives the newest first and a long conversation
    // is not read as a whole.
    query = query
      .where('execution.conversation_id', '=', conversationId)
      .orderBy('execution.position', 'desc')
      .limit(round === undefined ? last : 1);
    if (round !== undefined) query = query.where('execution.position', '=', round);
    else query = query.where(isSeenExecution({ conversationId }));
    if (afterSeq !== undefined) query = query.where('execution.current_seq', '>', afterSeq);
  } else {
    query = query.orderBy('execution.id', 'desc').limit(last);
    if (session !== undefined)
      query = query
        .where('execution.workflow_id', '=', session)
        .where('execution.conversation_id', 'is', null);
    if (round !== undefined)
      query = query.where((eb) => eb(eb.fn.coalesce('execution.position', eb.val(1)), '=', round));
  }
  if (user !== undefined) query = query.where('execution.user_id', '=', user);
  if (isEnded) query = query.where('execution.status', 'in', FINAL_STATUSES);
  return query.execute();
}

/** Finds the rounds of one session that match, newest first. */
export async function findSessionRounds(
  db: Database,
  filter: RoundFilter & { session: string },
): Promise<Round[]> {
  const conversation = await findSession(db, filter.session);
  return findRounds(db, { ...filter, conversationId: conversation?.id });
}

/** Whether a round still exists, and was not deleted. */
export async function isStillThere(
  db: Database,
  { executionId }: Pick<Round, 'executionId'>,
): Promise<boolean> {
  const row = await db.selectFrom('execution').select('id').where('id', '=', executionId).executeTakeFirst();
  return row !== undefined;
}

/**
 * Finds the round that an execution is part of. `rootId` is the Workflow ID of the round's own execution.
 * Undefined: the execution is unknown.
 */
export async function findRound(
  db: Database,
  workflowId: string,
): Promise<{ user: string; session: string; round: number; rootId: string } | undefined> {
  return db
    .selectFrom('execution as own')
    .innerJoin('execution as root', (join) =>
      join.on((eb) => eb('root.id', '=', eb.fn.coalesce('own.root_id', 'own.id'))),
    )
    .leftJoin('conversation', 'conversation.id', 'root.conversation_id')
    .select(({ fn, val }) => [
      fn.coalesce('root.user_id', 'conversation.user_id', val('')).as('user'),
      fn.coalesce('conversation.workflow_id', 'root.workflow_id').as('session'),
      fn.coalesce('root.position', val(1)).as('round'),
      'root.workflow_id as rootId',
    ])
    .where('own.workflow_id', '=', workflowId)
    .executeTakeFirst();
}
