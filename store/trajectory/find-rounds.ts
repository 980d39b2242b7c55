import type { FinalStatus } from '../../protocol/final-status.js';
import { isSeenExecution } from '../branches/seen-messages.js';
import type { Database } from '../database.js';

export interface RoundFilter {
  user?: string | undefined;
  session?: string | undefined;
  round?: number | undefined;
  afterSeq?: number | undefined;
  isEnded?: boolean | undefined;
  last: number;
}

export interface Round {
  executionId: number;
  user: string;
  session: string;
  round: number;
}

const FINAL_STATUSES: readonly FinalStatus[] = ['completed', 'failed', 'cancelled'];

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
    // The plain column lets the index return the newest first.
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

export async function findSessionRounds(
  db: Database,
  filter: RoundFilter & { session: string },
): Promise<Round[]> {
  const conversation = await findSession(db, filter.session);
  return findRounds(db, { ...filter, conversationId: conversation?.id });
}

export async function isStillThere(
  db: Database,
  { executionId }: Pick<Round, 'executionId'>,
): Promise<boolean> {
  const row = await db.selectFrom('execution').select('id').where('id', '=', executionId).executeTakeFirst();
  return row !== undefined;
}

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
