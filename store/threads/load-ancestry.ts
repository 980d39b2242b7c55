import { sql } from 'kysely';
import { sliceRange } from '../../context/threads/anchor-range.js';
import { MAX_THREAD_DEPTH } from '../../protocol/thread-anchor.js';
import type { Database } from '../database.js';

/** The text that a sub-thread hangs on, read from the stored message. */
interface AnchorText {
  /** Place of the message in the parent's thread. */
  seq: number;
  role: 'user' | 'assistant';
  text: string;
  /** Whether it is the whole message. */
  isWhole: boolean;
}

/** A conversation or sub-thread above another one. */
interface Ancestor {
  conversationId: number;
  depth: number;
  /** Ordinal of its current summary; null: there is none. */
  ordinal: number | null;
  summary: string | null;
  /** The text that it hangs on itself; null: it is no sub-thread, or its parent was deleted. */
  anchor: AnchorText | null;
}

/** The threads above a thread. */
interface Ancestry {
  /** The root comes first. A deleted parent ends the chain, so the first one may not be a root. */
  ancestors: Ancestor[];
  /** The text that the thread itself hangs on; null: it is no sub-thread, or its parent was deleted. */
  anchor: AnchorText | null;
}

/**
 * Loads the ancestors of a conversation with their current summaries and the texts that the threads hang on, in
 * one statement. A conversation that is no sub-thread has no ancestors.
 */
export async function loadAncestry(db: Database, conversationId: number): Promise<Ancestry> {
  const { rows } = await sql<AncestryRow>`
    with recursive chain as (
      select id, parent_id, depth, summary_ordinal, anchor_seq, anchor_start, anchor_end, 0 as level
      from conversation where id = ${conversationId}
      union all
      select parent.id, parent.parent_id, parent.depth, parent.summary_ordinal, parent.anchor_seq, parent.anchor_start,
        parent.anchor_end, chain.level + 1
      from chain join conversation parent on parent.id = chain.parent_id where chain.level < ${MAX_THREAD_DEPTH}
    )
    select chain.id as "conversationId", chain.depth, chain.level, summary.ordinal, summary.content as summary,
      chain.anchor_start as "start", chain.anchor_end as "end", message.seq, message.role, message.content
    from chain
    left join summary on summary.conversation_id = chain.id and summary.ordinal = chain.summary_ordinal and chain.level > 0
    left join thread_message message on message.conversation_id = chain.parent_id and message.seq = chain.anchor_seq
    order by chain.level desc`.execute(db);
  return {
    ancestors: rows
      .filter(({ level }) => level > 0)
      .map((row) => ({
        conversationId: row.conversationId,
        depth: row.depth,
        ordinal: row.ordinal,
        summary: row.summary,
        anchor: anchorText(row),
      })),
    anchor: anchorText(rows.at(-1)),
  };
}

interface AncestryRow {
  conversationId: number;
  depth: number;
  level: number;
  ordinal: number | null;
  summary: string | null;
  start: number | null;
  end: number | null;
  seq: number | null;
  role: 'user' | 'assistant' | null;
  content: string | null;
}

function anchorText(row: AncestryRow | undefined): AnchorText | null {
  if (row === undefined || row.seq === null || row.role === null || row.content === null) return null;
  const range = row.start === null || row.end === null ? null : { start: row.start, end: row.end };
  return { seq: row.seq, role: row.role, text: sliceRange(row.content, range), isWhole: range === null };
}
