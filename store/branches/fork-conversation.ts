import { sql } from 'kysely';
import { isFinal, type TurnStatus } from '../../flow/execution/execution-status.js';
import type { TurnKind } from '../../protocol/final-status.js';
import type { Database, DatabaseTransaction } from '../database.js';
import { sharedSummary } from './shared-summary.js';

export interface ForkInput {
  sourceId: string;
  turnId: string;
  workflowId: string;
  flow: string;
  user: string;
  channel: string;
}

export type ForkOutcome =
  | { kind: 'forked'; messages: number }
  | {
      kind: 'refused';
      type: 'Client.NotFound' | 'Conversation.InvalidTurn' | 'Conversation.IdTaken';
      message: string;
    };

/** Shares the messages instead of copying them. Idempotent. */
export async function forkConversation(db: Database, input: ForkInput): Promise<ForkOutcome> {
  return db.transaction().execute(async (trx) => {
    const known = await findFork(trx, input);
    if (known) return describeKnown(known, input);
    const point = await lockPoint(trx, input);
    const problem = point && pointProblem(point, input);
    if (!point) return notThere(input);
    if (problem || point.branch === null || point.through === null)
      return refuse('Conversation.InvalidTurn', problem ?? '');
    const isNew = await insertFork(trx, { ...input, ...point, branch: point.branch, through: point.through });
    if (isNew) return { kind: 'forked', messages: point.through };
    const other = await findFork(trx, input);
    return other ? describeKnown(other, input) : notThere(input);
  });
}

interface KnownConversation {
  lastBefore: number | null;
  source: string | null;
  turnId: string | null;
}

async function findFork(
  trx: DatabaseTransaction,
  { workflowId }: ForkInput,
): Promise<KnownConversation | undefined> {
  const { rows } = await sql<KnownConversation>`
    select source.workflow_id as source, known.fork_turn as "turnId", first.begins_after as "lastBefore"
    from conversation known
    left join conversation source on source.id = known.forked_from
    left join branch first on first.conversation_id = known.id and first.number = 0
    where known.workflow_id = ${workflowId} order by known.id desc limit 1`.execute(trx);
  return rows[0];
}

function describeKnown({ source, turnId, lastBefore }: KnownConversation, input: ForkInput): ForkOutcome {
  if (source === input.sourceId && turnId === input.turnId)
    return { kind: 'forked', messages: lastBefore ?? 0 };
  return refuse(
    'Conversation.IdTaken',
    `Conversation '${input.workflowId}' already exists: choose another channel`,
  );
}

interface ForkPoint {
  id: number;
  position: number;
  kind: TurnKind | 'step';
  status: TurnStatus;
  branch: number | null;
  through: number | null;
}

async function lockPoint(
  trx: DatabaseTransaction,
  { sourceId, turnId }: ForkInput,
): Promise<ForkPoint | undefined> {
  const { rows } = await sql<ForkPoint>`
    select source.id, whole.position, whole.kind, whole.status, placed.branch, placed.through
    from conversation source
    join turn on turn.conversation_id = source.id and turn.turn_id = ${turnId}
    join turn whole on whole.conversation_id = source.id
      and whole.position = case when turn.joined_step is null then turn.position else turn.of_position end
    left join lateral (
      select message.branch, message.seq as through from conversation_message message
      where message.conversation_id = source.id and message.seq is not null
        and (message.position = whole.position or message.position in (
          select part.position from turn part where part.conversation_id = source.id
            and part.of_position = whole.position and part.joined_step is not null))
      order by message.seq desc limit 1
    ) placed on true
    where source.workflow_id = ${sourceId}
    order by source.id desc limit 1
    for share of source`.execute(trx);
  return rows[0];
}

function pointProblem({ kind, status, through }: ForkPoint, { turnId }: ForkInput): string | undefined {
  if (kind !== 'message') return `Turn '${turnId}' is not a message: name the turn of a message`;
  if (!isFinal(status)) return `Turn '${turnId}' has not ended: wait for it, or cancel it first`;
  return through === null ? `Turn '${turnId}' never began, so a fork cannot begin at it` : undefined;
}

async function insertFork(
  trx: DatabaseTransaction,
  fork: ForkInput & { id: number; position: number; branch: number; through: number },
): Promise<boolean> {
  const { id: source, position, branch, through, turnId, workflowId, flow, user, channel } = fork;
  const { rows } = await sql`
    with head as (
      select coalesce((
          select max(cleared_through) from turn
          where conversation_id = ${source} and cleared_branch = ${branch} and cleared_through <= ${through}
            and position < ${position}), begins_cleared, 0) as cleared,
        coalesce(past, '[]'::jsonb) || jsonb_build_array(
          jsonb_build_array(source.id, ${branch}::integer, coalesce(begins_after, 0), ${through}::integer)) as past,
        title, title_origin, speakers, task_queue
      from conversation source
      left join branch on branch.conversation_id = source.id and number = ${branch}
      where source.id = ${source}
    ), said as (
      select running_tokens, session, created_at from conversation_message
      where conversation_id = ${source} and branch = ${branch} and seq = ${through}
    ), seen as (
      select * from seen_stretch(${source}, ${branch})
    ), shared as (
      ${sharedSummary({ conversationId: source, through: sql`${through}::integer`, cleared: sql`(select cleared from head)` })}
    ), fork as (
      insert into conversation (workflow_id, flow_slug, user_id, channel, task_queue, forked_from, fork_turn, last_seq, total_tokens,
        cleared_through, covers_through, summary_ordinal, title, title_origin, speakers, last_session, last_message_at)
      select ${workflowId}, ${flow}, ${user}, ${channel}, task_queue, ${source}::bigint, ${turnId}, ${through}::integer, running_tokens,
        cleared, coalesce(covers_through, cleared), case when ordinal is not null then 1 end, title, title_origin, speakers,
        coalesce(session, 0), said.created_at
      from head cross join said left join shared on true
      on conflict (workflow_id) where closed_at is null do nothing
      returning id
    ), begun as (
      insert into branch (conversation_id, number, begins_after, begins_cleared, past, last_seq, cleared_through)
      select fork.id, 0, ${through}::integer, cleared, past, ${through}::integer, cleared from fork cross join head
    ), summarized as (
      insert into summary (conversation_id, branch, ordinal, position, way, status, covers_from, covers_through, content,
        token_count, budget, facts_checked, facts_missing, facts_attached, model, cost)
      select fork.id, 0, 1, 0, 'fork', 'adopted', covers_from, summary.covers_through, content,
        token_count, budget, facts_checked, facts_missing, facts_attached, model, 0
      from fork cross join shared
      join summary on summary.conversation_id = ${source} and summary.ordinal = shared.ordinal
    ), embedded as (
      insert into embedding_progress (conversation_id, branch, model, through_seq, through_ordinal)
      select fork.id, 0, model, through_seq, through_ordinal
      from fork join embedding_progress on embedding_progress.conversation_id = ${source}
        and embedding_progress.branch = ${branch}
    )
    select id from fork`.execute(trx);
  return rows.length > 0;
}

function notThere({ sourceId, turnId }: ForkInput): ForkOutcome {
  return refuse('Client.NotFound', `Conversation '${sourceId}' has no turn '${turnId}'`);
}

function refuse(type: Extract<ForkOutcome, { kind: 'refused' }>['type'], message: string): ForkOutcome {
  return { kind: 'refused', type, message };
}
