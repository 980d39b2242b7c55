import type { FinalStatus } from '../../protocol/status.js';
import type { Database } from '../database.js';

/** Which rounds: those of a session, or of a user, or of both. */
export interface RoundFilter {
  /** Only this user's; undefined: everybody's. */
  user?: string | undefined;
  /** Workflow ID of a conversation, or of an execution outside one; undefined: all of the user's. */
  session?: string | undefined;
  /** Place of the turn in its conversation. */
  round?: number | undefined;
  /** Of a conversation only rounds whose question comes after this message of its thread. */
  afterSeq?: number | undefined;
  /** Only rounds that nothing is added to any more. */
  isEnded?: boolean | undefined;
  /** Rounds at the most, the newest. */
  last: number;
}

/** A turn of a conversation, or an execution outside one. */
export interface Round {
  /** Row id of its execution. */
  executionId: number;
  user: string;
  /** Workflow ID of its conversation; outside one its own. */
  session: string;
  round: number;
}

const FINAL_STATUSES: readonly FinalStatus[] = ['completed', 'failed', 'cancelled'];

/** The newest conversation or sub-thread under a Workflow ID; undefined: there is none. */
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

/** The rounds that match, newest first; of a session that is a conversation by the conversation's row. */
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
    // Positions as they are, so that the index has the newest first: a long conversation is not read through.
    query = query
      .where('execution.conversation_id', '=', conversationId)
      .orderBy('execution.position', 'desc')
      .limit(round === undefined ? last : 1);
    if (round !== undefined) query = query.where('execution.position', '=', round);
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

/** The rounds of one session that match, newest first. */
export async function findSessionRounds(
  db: Database,
  filter: RoundFilter & { session: string },
): Promise<Round[]> {
  const conversation = await findSession(db, filter.session);
  return findRounds(db, { ...filter, conversationId: conversation?.id });
}

/** Whether a round was not deleted. */
export async function isStillThere(
  db: Database,
  { executionId }: Pick<Round, 'executionId'>,
): Promise<boolean> {
  const row = await db.selectFrom('execution').select('id').where('id', '=', executionId).executeTakeFirst();
  return row !== undefined;
}

/** The round that an execution is a part of; `rootId`: Workflow ID of the round's own. Undefined: it is not known. */
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
