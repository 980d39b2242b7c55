import { sql, type RawBuilder } from 'kysely';
import type { PlacedStatement } from '../../context/standing/placed-statement.js';
import { MAX_THREAD_DEPTH } from '../../protocol/thread-anchor.js';
import { isInStretch, LAST_PLACE, seenStretches } from '../branches/seen-messages.js';
import type { Database } from '../database.js';

const MAX_STATEMENTS = 500;

export interface StoredStatement extends PlacedStatement {
  isWithdrawn: boolean;
}

export interface PastThread {
  branch?: number | undefined;
  clearedThrough?: number | undefined;
}

interface StandingPlace extends PastThread {
  hasWithdrawn?: boolean | undefined;
  conversationId: RawBuilder<number>;
  through: RawBuilder<number>;
}

export function standingRows({
  conversationId,
  through,
  branch,
  clearedThrough,
  hasWithdrawn = false,
}: StandingPlace): RawBuilder<StoredStatement[]> {
  const inBranch = branch === undefined ? sql`branch` : sql`${branch}::integer as branch`;
  const cleared =
    clearedThrough === undefined ? sql`cleared_through` : sql`${clearedThrough}::integer as cleared_through`;
  return sql<StoredStatement[]>`(
    with recursive level as (
      select id, parent_id, anchor_seq, anchor_branch, ${inBranch}, depth, ${cleared},
        ${through}::integer as through, 0 as above
      from conversation where id = ${conversationId}
      union all
      select parent.id, parent.parent_id, parent.anchor_seq, parent.anchor_branch, level.anchor_branch, parent.depth,
        branch_cleared(parent.id, level.anchor_branch), level.anchor_seq, level.above + 1
      from level join conversation parent on parent.id = level.parent_id where level.above < ${MAX_THREAD_DEPTH}
    ), newest as (
      select above, depth, seq, ordinal, kind, statement.content, text_start, text_end, created_at,
        is_withdrawn
      from level
      cross join lateral ${seenStretches({ conversationId: sql`level.id`, branch: sql`level.branch` })}
      join standing_statement statement on statement.conversation_id = stretch.source
      join conversation_message message on message.conversation_id = statement.conversation_id
        and message.position = statement.position and message.role = 'user'
      where ${isInStretch('message')} and seq > cleared_through and seq <= through and omitted is null and (${hasWithdrawn}::boolean or not is_withdrawn)
      order by above, seq desc, ordinal desc
      limit ${MAX_STATEMENTS}
    )
    select coalesce(json_agg(json_build_object('kind', kind, 'text', content, 'depth', depth, 'seq', seq,
      'ordinal', ordinal, 'start', text_start, 'end', text_end, 'atMs', floor(extract(epoch from created_at) * 1000),
      'isWithdrawn', is_withdrawn)
      order by above desc, seq, ordinal), '[]'::json)
    from newest)`;
}

interface ThreadPart extends PastThread {
  conversationId: number;
  through?: number;
  hasWithdrawn?: boolean;
}

export async function loadStanding(
  db: Database,
  { conversationId, through = LAST_PLACE, ...past }: ThreadPart,
): Promise<StoredStatement[]> {
  const id = sql<number>`${conversationId}::bigint`;
  const { rows } = await sql<{ standing: StoredStatement[] }>`
    select ${standingRows({ ...past, conversationId: id, through: sql<number>`${through}::integer` })} as standing`.execute(
    db,
  );
  return rows[0]?.standing ?? [];
}
