import { sql } from 'kysely';
import type { LockedTurn } from './conversations.js';
import type { DatabaseTransaction } from '../database.js';
import { sharedSummary } from '../branches/shared-summary.js';

export async function beginBranch(trx: DatabaseTransaction, turn: LockedTurn): Promise<LockedTurn> {
  const { id: conversationId, position, branch_of: ofPosition } = turn;
  const { rows } = await sql<{ number: number; lastSeq: number; totalTokens: number }>`
    with of_message as (
      select branch, seq - 1 as through from conversation_message
      where conversation_id = ${conversationId} and position = ${ofPosition} and seq is not null
      order by seq limit 1
    ), place as (
      select of_message.branch as parent, through, coalesce(begins_after, 0) as begins_after,
        coalesce(begins_cleared, 0) as begins_cleared, coalesce(past, '[]'::jsonb) as past
      from of_message
      left join branch on conversation_id = ${conversationId} and number = of_message.branch
    ), head as (
      select coalesce((
          select max(cleared_through) from turn
          where conversation_id = ${conversationId} and cleared_branch = parent and cleared_through <= through
            and position < ${ofPosition}), begins_cleared) as cleared
      from place
    )
    insert into branch (conversation_id, number, parent, of_position, begun_position, begins_after, begins_cleared, past,
      last_seq, cleared_through)
    select ${conversationId}::bigint, coalesce((
        select max(number) from branch where conversation_id = ${conversationId}), 0) + 1,
      parent, ${ofPosition}::integer, ${position}::integer, through, cleared,
      -- Where the message is the first of its branch, nothing of that branch is seen: however often a message is answered
      -- again, the past does not grow.
      case when through > begins_after
        then past || jsonb_build_array(jsonb_build_array(${conversationId}::bigint, parent, begins_after, through))
        else past end,
      through, cleared
    from place, head
    returning number, last_seq as "lastSeq", total_tokens as "totalTokens"`.execute(trx);
  const [begun] = rows;
  if (!begun) return turn;
  await leaveBranch(trx, conversationId);
  return {
    ...turn,
    branch: begun.number,
    ...(await enterNewBranch(trx, { conversationId, number: begun.number })),
  };
}

export async function enterBranch(trx: DatabaseTransaction, turn: LockedTurn): Promise<void> {
  const { id: conversationId, branch, to_branch: number } = turn;
  if (number === null || number === branch) return;
  const known = await trx
    .selectFrom('branch')
    .select('number')
    .where('conversation_id', '=', conversationId)
    .where('number', '=', number)
    .executeTakeFirst();
  if (!known) return;
  await leaveBranch(trx, conversationId);
  await sql`
    update conversation set branch = head.number, last_seq = head.last_seq, total_tokens = head.total_tokens,
      cleared_through = head.cleared_through, covers_through = head.covers_through,
      summary_ordinal = head.summary_ordinal, updated_at = now()
    from branch head
    where conversation.id = ${conversationId} and head.conversation_id = ${conversationId}
      and head.number = ${number}`.execute(trx);
}

async function leaveBranch(trx: DatabaseTransaction, conversationId: number): Promise<void> {
  await sql`
    insert into branch (conversation_id, number, begins_after, last_seq, total_tokens, cleared_through, covers_through,
      summary_ordinal, created_at)
    select id, branch, 0, last_seq, total_tokens, cleared_through, covers_through, summary_ordinal, created_at
    from conversation where id = ${conversationId}
    on conflict (conversation_id, number) do update set last_seq = excluded.last_seq,
      total_tokens = excluded.total_tokens, cleared_through = excluded.cleared_through,
      covers_through = excluded.covers_through, summary_ordinal = excluded.summary_ordinal, updated_at = now()`.execute(
    trx,
  );
}

async function enterNewBranch(
  trx: DatabaseTransaction,
  { conversationId, number }: { conversationId: number; number: number },
): Promise<{ last_seq: number }> {
  const { rows } = await sql<{ last_seq: number }>`
    with head as (
      select last_seq, cleared_through from branch where conversation_id = ${conversationId} and number = ${number}
    ), seen as (
      select * from seen_stretch(${conversationId}, ${number})
    ), shared as (
      ${sharedSummary({ conversationId, through: sql`(select last_seq from head)`, cleared: sql`(select cleared_through from head)` })}
    ), said as (
      select running_tokens from seen join conversation_message message on message.conversation_id = seen.source
        and message.branch = seen.branch and message.seq > seen.after_seq and message.seq <= seen.through_seq
      where message.seq = (select last_seq from head)
    )
    update conversation set branch = ${number}, last_seq = head.last_seq,
      total_tokens = coalesce((select running_tokens from said), 0), cleared_through = head.cleared_through,
      covers_through = coalesce((select covers_through from shared), head.cleared_through),
      summary_ordinal = (select ordinal from shared), updated_at = now()
    from head where id = ${conversationId}
    returning conversation.last_seq`.execute(trx);
  const [row] = rows;
  if (!row) throw new Error(`Conversation ${conversationId} has no row`);
  return row;
}
