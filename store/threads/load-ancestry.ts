import { sql, type RawBuilder } from 'kysely';
import type { AboveLevel, AboveMessage, HangingPlace } from '../../context/threads/above-level.js';
import { lastPlain, lastReplaced } from '../../context/threads/above-level.js';
import { sliceRange } from '../../context/threads/anchor-range.js';
import { MAX_THREAD_DEPTH } from '../../protocol/thread-anchor.js';
import { isBrokenOff } from '../is-broken-off.js';
import { shownContent } from '../conversation/omit-messages.js';
import { seenMessages, seenStretches } from '../branches/seen-messages.js';
import type { Database } from '../database.js';

/** More than the budget for an ancestor's message. */
const BEGINNING_CHARACTERS = 8_000;

export type Ancestor = Omit<AboveLevel, 'messages'>;

/** Ends at a deleted parent, so the root may be missing. */
export async function loadAncestry(db: Database, conversationId: number): Promise<Ancestor[]> {
  // The author of an inline summary knew its own answer, which the summary does not cover.
  const { rows } = await sql<AncestryRow>`
    with recursive chain as (
      select id, parent_id, anchor_branch, anchor_seq, anchor_start, anchor_end, 0 as level
      from conversation where id = ${conversationId}
      union all
      select parent.id, parent.parent_id, parent.anchor_branch, parent.anchor_seq, parent.anchor_start, parent.anchor_end, chain.level + 1
      from chain join conversation parent on parent.id = chain.parent_id where chain.level < ${MAX_THREAD_DEPTH}
    )
    select above.id as "conversationId", chain.anchor_branch as branch, above.depth, cleared.through as "clearedThrough",
      coalesce((select running_tokens from ${seenAt(sql`cleared.through`)} message), 0) as "clearedTokens",
      summary.ordinal, summary.content as summary, summary.covers_through as "coversThrough",
      coalesce((select running_tokens from ${seenAt(sql`summary.covers_through`)} message), 0) as "coveredTokens",
      chain.anchor_start as "start", chain.anchor_end as "end", anchor.seq, anchor.role,
      anchor.token_count as tokens, anchor.running_tokens as "runningTokens", ${isBrokenOff('anchor')} as "isPartial",
      case when chain.level > 0 and chain.anchor_start is null
        then left(anchor.content, ${BEGINNING_CHARACTERS}) else anchor.content end as content
    from chain
    join conversation above on above.id = chain.parent_id
    cross join lateral (select branch_cleared(above.id, chain.anchor_branch) as through offset 0) cleared
    left join lateral (
      select ordinal, content, covers_through
      from ${seenStretches({ conversationId: sql`above.id`, branch: sql`chain.anchor_branch` })}
      join summary on summary.conversation_id = above.id and summary.conversation_id = stretch.source
        and summary.branch = stretch.branch
      -- The index needs the condition on the anchor by itself.
      where status = 'adopted' and covers_from > cleared.through and covers_through <= chain.anchor_seq
        and covers_through <= least(stretch.through_seq, chain.anchor_seq) and (way not in ('inline', 'fork') or covers_through < chain.anchor_seq)
      order by covers_through desc, ordinal desc limit 1
    ) summary on true
    left join lateral ${seenAt(sql`chain.anchor_seq`, 'thread_message')} anchor on true
    order by chain.level desc`.execute(db);
  return rows.map((row) => ({
    conversationId: row.conversationId,
    branch: row.branch,
    depth: row.depth,
    cleared: { seq: row.clearedThrough, runningTokens: row.clearedTokens },
    summary: toSummary(row),
    anchor: toAnchor(row),
  }));
}

function seenAt(
  seq: RawBuilder<number>,
  table: 'thread_message' | 'conversation_message' = 'conversation_message',
) {
  const thread = { conversationId: sql<number>`above.id`, branch: sql<number>`chain.anchor_branch` };
  return seenMessages(thread, { where: sql`seq = ${seq}`, table });
}

const MAX_MESSAGES = 50;
/** Hardly any text has more characters per token. */
const MAX_CHARACTERS_PER_TOKEN = 8;

export async function loadLevelMessages(
  db: Database,
  levels: readonly { ancestor: Ancestor; tokens: number }[],
): Promise<AboveLevel[]> {
  const asked = levels.flatMap(({ ancestor, tokens }) => {
    const { conversationId, branch = 0, anchor } = ancestor;
    if (anchor === null) return [];
    const after = lastReplaced(ancestor);
    const last = lastPlain(anchor);
    const until = anchor.runningTokens - (anchor.isWhole ? anchor.tokens : 0);
    return last > after ? [{ conversationId, branch, after, last, from: until - tokens, tokens }] : [];
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
  branch: number;
  after: number;
  last: number;
  from: number;
  tokens: number;
}

async function selectMessages(
  db: Database,
  asked: readonly AskedRange[],
): Promise<(AboveMessage & { conversationId: number })[]> {
  const column = (name: keyof AskedRange): number[] => asked.map((range) => range[name]);
  const { rows } = await sql<AboveMessage & { conversationId: number }>`
    select asked.id as "conversationId", newest.seq, newest.role, newest.name, newest.tokens, newest."runningTokens", newest."isPartial",
      left(newest.content, asked.characters) as text, length(newest.content) > asked.characters as "isBeginning"
    from unnest(${column('conversationId')}::bigint[], ${column('branch')}::integer[], ${column('after')}::integer[], ${column('last')}::integer[],
      ${column('from')}::integer[], ${asked.map(({ tokens }) => MAX_CHARACTERS_PER_TOKEN * tokens)}::integer[])
      as asked (id, branch, after, last, least, characters)
    cross join lateral (
      select seq, role, name, token_count as tokens, running_tokens as "runningTokens", ${shownContent} as content,
        ${isBrokenOff('message')} as "isPartial"
      from ${seenMessages(
        { conversationId: sql`asked.id`, branch: sql`asked.branch` },
        {
          after: sql`asked.after`,
          through: sql`asked.last`,
          where: sql`running_tokens >= asked.least`,
          newest: MAX_MESSAGES,
        },
      )} message
    ) newest
    order by asked.id, newest.seq desc`.execute(db);
  return rows;
}

interface AncestryRow {
  conversationId: number;
  branch: number;
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
  isPartial: boolean;
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
    isPartial: row.isPartial && (range === null || range.end === content.length),
    tokens: tokens ?? 0,
    runningTokens: runningTokens ?? 0,
  };
}
