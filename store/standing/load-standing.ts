import { sql, type RawBuilder } from 'kysely';
import type { StandingKind } from '../../context/standing/language.js';
import { MAX_THREAD_DEPTH } from '../../protocol/thread-anchor.js';
import type { Database } from '../database.js';
import { lookThrough } from './look-through.js';

/** The most statements that are read of a conversation with all above it: the newest. */
const MOST_STATEMENTS = 500;

/** A statement with the place of the message that it stands in. */
export interface PlacedStatement {
  kind: StandingKind;
  text: string;
  /** Levels of threads above the one that it was said in. */
  depth: number;
  seq: number;
  start: number;
  end: number;
  /** When it was said. */
  atMs: number;
}

/** What is stored, and whether messages are to be looked through before it is all. */
interface StandingRows {
  statements: PlacedStatement[];
  /** Conversations whose messages were not looked through to their end. */
  behind: number[];
}

/**
 * An expression for the standing statements of a thread up to a place, and of those above it up to what it hangs on, oldest
 * first; what was cleared is not among them. `conversationId` and `through` may be columns.
 */
function standingRows(
  conversationId: RawBuilder<number>,
  through: RawBuilder<number>,
): RawBuilder<StandingRows> {
  return sql<StandingRows>`(
    with recursive level as (
      select id, parent_id, anchor_seq, depth, cleared_through, standing_through < last_position as is_behind,
        ${through}::integer as through, 0 as above
      from conversation where id = ${conversationId}
      union all
      select parent.id, parent.parent_id, parent.anchor_seq, parent.depth, parent.cleared_through,
        parent.standing_through < parent.last_position, level.anchor_seq, level.above + 1
      from level join conversation parent on parent.id = level.parent_id where level.above < ${MAX_THREAD_DEPTH}
    ), newest as (
      select above, depth, seq, ordinal, kind, statement.content, text_start, text_end, created_at
      from level
      join standing_statement statement on statement.conversation_id = level.id
      join conversation_message message on message.conversation_id = level.id
        and message.position = statement.position and message.role = 'user'
      where seq > cleared_through and seq <= through
      order by above, seq desc, ordinal desc
      limit ${MOST_STATEMENTS}
    )
    select json_build_object(
      'behind', coalesce((select json_agg(id) from level where is_behind), '[]'::json),
      'statements', coalesce((
        select json_agg(json_build_object('kind', kind, 'text', content, 'depth', depth, 'seq', seq,
          'start', text_start, 'end', text_end, 'atMs', floor(extract(epoch from created_at) * 1000))
          order by above desc, seq, ordinal)
        from newest), '[]'::json)))`;
}

/** Loads the standing statements of a whole thread and of what is above it, once all their messages are looked through. */
export async function loadStanding(db: Database, conversationId: number): Promise<PlacedStatement[]> {
  const first = await read(db, conversationId);
  if (first.behind.length === 0) return first.statements;
  for (const id of first.behind) await lookThrough(db, id);
  return (await read(db, conversationId)).statements;
}

async function read(db: Database, conversationId: number): Promise<StandingRows> {
  const id = sql<number>`${conversationId}::bigint`;
  const { rows } = await sql<{ standing: StandingRows }>`
    select ${standingRows(id, sql<number>`2147483647`)} as standing`.execute(db);
  return rows[0]?.standing ?? { statements: [], behind: [] };
}
