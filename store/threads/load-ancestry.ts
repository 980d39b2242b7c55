import { sql } from 'kysely';
import type { AboveLevel, AboveMessage, HangingPlace } from '../../context/threads/above/above-level.js';
import { lastPlain, lastReplaced } from '../../context/threads/above/above-level.js';
import { sliceRange } from '../../context/threads/anchor-range.js';
import { MAX_THREAD_DEPTH } from '../../protocol/thread-anchor.js';
import { shownContent } from '../conversation/omit-messages.js';
import type { Database } from '../database.js';

/** Characters read of a message that a thread further up hangs on as a whole: more than its budget holds. */
const BEGINNING_CHARACTERS = 8_000;

/** A conversation or thread above another one, but for its messages. */
export type Ancestor = Omit<AboveLevel, 'messages'>;

/**
 * Loads the conversations and threads above a thread, root first, in one statement: what each next one hangs on, and the
 * newest summary of what was said up to there. A deleted parent ends the chain, so the first one may not be a root. A
 * conversation that is no thread has none.
 */
export async function loadAncestry(db: Database, conversationId: number): Promise<Ancestor[]> {
  // A summary that came with an answer was written by who knew that answer, which it does not cover.
  const { rows } = await sql<AncestryRow>`
    with recursive chain as (
      select id, parent_id, anchor_seq, anchor_start, anchor_end, 0 as level
      from conversation where id = ${conversationId}
      union all
      select parent.id, parent.parent_id, parent.anchor_seq, parent.anchor_start, parent.anchor_end, chain.level + 1
      from chain join conversation parent on parent.id = chain.parent_id where chain.level < ${MAX_THREAD_DEPTH}
    )
    select above.id as "conversationId", above.depth, above.cleared_through as "clearedThrough",
      coalesce((select running_tokens from conversation_message message
        where message.conversation_id = above.id and seq = above.cleared_through), 0) as "clearedTokens",
      summary.ordinal, summary.content as summary, summary.covers_through as "coversThrough",
      coalesce((select running_tokens from conversation_message message
        where message.conversation_id = above.id and seq = summary.covers_through), 0) as "coveredTokens",
      chain.anchor_start as "start", chain.anchor_end as "end", anchor.seq, anchor.role,
      anchor.token_count as tokens, anchor.running_tokens as "runningTokens",
      case when chain.level > 0 and chain.anchor_start is null
        then left(anchor.content, ${BEGINNING_CHARACTERS}) else anchor.content end as content
    from chain
    join conversation above on above.id = chain.parent_id
    left join lateral (
      select ordinal, content, covers_through from summary
      where summary.conversation_id = above.id and status = 'adopted' and covers_from > above.cleared_through
        and covers_through <= chain.anchor_seq and (way <> 'inline' or covers_through < chain.anchor_seq)
      order by covers_through desc, ordinal desc limit 1
    ) summary on true
    left join thread_message anchor on anchor.conversation_id = above.id and anchor.seq = chain.anchor_seq
    order by chain.level desc`.execute(db);
  return rows.map((row) => ({
    conversationId: row.conversationId,
    depth: row.depth,
    cleared: { seq: row.clearedThrough, runningTokens: row.clearedTokens },
    summary: toSummary(row),
    anchor: toAnchor(row),
  }));
}

/** The most messages of one level that are read. */
const MOST_MESSAGES = 50;
/** Hardly any text has more characters a token, so no more of a message is read. */
const MOST_CHARACTERS_A_TOKEN = 8;

/**
 * Loads the newest messages of each level, up to its anchor, that neither a summary nor a clear replaces, in one
 * statement: as many as its tokens allow and one more. How much is read depends on the tokens alone.
 */
export async function loadLevelMessages(
  db: Database,
  levels: readonly { ancestor: Ancestor; tokens: number }[],
): Promise<AboveLevel[]> {
  const asked = levels.flatMap(({ ancestor, tokens }) => {
    const { conversationId, anchor } = ancestor;
    if (anchor === null) return [];
    const after = lastReplaced(ancestor);
    const last = lastPlain(anchor);
    const until = anchor.runningTokens - (anchor.isWhole ? anchor.tokens : 0);
    return last > after ? [{ conversationId, after, last, from: until - tokens, tokens }] : [];
  });
  const rows = asked.length === 0 ? [] : await selectMessages(db, asked);
  return levels.map(({ ancestor }) => ({
    ...ancestor,
    messages: rows
      .filter(({ conversationId }) => conversationId === ancestor.conversationId)
      .map(({ conversationId: _, ...message }) => message)
      .reverse(),
  }));
}

interface AskedRange {
  conversationId: number;
  after: number;
  last: number;
  /** Messages whose running tokens are at least so many. */
  from: number;
  tokens: number;
}

/** Newest first. */
async function selectMessages(
  db: Database,
  asked: readonly AskedRange[],
): Promise<(AboveMessage & { conversationId: number })[]> {
  const column = (name: keyof AskedRange): number[] => asked.map((range) => range[name]);
  const { rows } = await sql<AboveMessage & { conversationId: number }>`
    select asked.id as "conversationId", newest.seq, newest.role, newest.name, newest.tokens, newest."runningTokens",
      left(newest.content, asked.characters) as text, length(newest.content) > asked.characters as "isBeginning"
    from unnest(${column('conversationId')}::bigint[], ${column('after')}::integer[], ${column('last')}::integer[],
      ${column('from')}::integer[], ${asked.map(({ tokens }) => MOST_CHARACTERS_A_TOKEN * tokens)}::integer[])
      as asked (id, after, last, least, characters)
    cross join lateral (
      select seq, role, name, token_count as tokens, running_tokens as "runningTokens", ${shownContent} as content
      from thread_message message
      where message.conversation_id = asked.id and seq > asked.after and seq <= asked.last
        and running_tokens >= asked.least
      order by seq desc
      limit ${MOST_MESSAGES}
    ) newest
    order by asked.id, newest.seq desc`.execute(db);
  return rows;
}

interface AncestryRow {
  conversationId: number;
  depth: number;
  clearedThrough: number;
  clearedTokens: number;
  ordinal: number | null;
  summary: string | null;
  coversThrough: number | null;
  coveredTokens: number;
  start: number | null;
  end: number | null;
  seq: number | null;
  role: 'user' | 'assistant' | null;
  tokens: number | null;
  runningTokens: number | null;
  content: string | null;
}

function toSummary({ ordinal, summary, coversThrough, coveredTokens }: AncestryRow): Ancestor['summary'] {
  if (ordinal === null || summary === null || coversThrough === null) return null;
  return { ordinal, content: summary, coversThrough, runningTokens: coveredTokens };
}

function toAnchor(row: AncestryRow): HangingPlace | null {
  const { seq, role, content, tokens, runningTokens } = row;
  if (seq === null || role === null || content === null) return null;
  const range = row.start === null || row.end === null ? null : { start: row.start, end: row.end };
  return {
    seq,
    role,
    text: sliceRange(content, range),
    isWhole: range === null,
    tokens: tokens ?? 0,
    runningTokens: runningTokens ?? 0,
  };
}
