import { sql } from 'kysely';
import type { Attachment } from '../../context/message/attachment.js';
import type { Omission } from '../../context/message/omission.js';
import type { PlacedStatement } from '../../context/standing/placed-statement.js';
import { seenMessages, type BranchOfConversation } from '../branches/seen-messages.js';
import type { Database } from '../database.js';
import { selectBrokenCalls } from './select-broken-calls.js';
import { adoptedSummary, type AdoptedSummary } from './adopted-summary.js';
import { isBrokenOff } from '../is-broken-off.js';
import { standingRows, type PastThread } from '../standing/load-standing.js';

export interface WindowRow {
  seq: number;
  role: 'user' | 'assistant';
  /** Only the beginning of a long message, except for the turn's own. */
  content: string;
  characters: number;
  isIndexed: boolean;
  tokens: number;
  runningTokens: number;
  attachments: Attachment[] | null;
  omitted: Omission | null;
  isPartial: boolean;
  brokenCalls: string | null;
  standing?: PlacedStatement[] | null;
  summary?: AdoptedSummary | null;
}

/** Longer than the text shown in a placeholder, so that no cut splits a character. */
const BEGINNING_CHARACTERS = 400;

export async function loadWindow(
  db: Database,
  input: PastThread & {
    conversationId: number;
    after: number;
    current: number;
    limit: number;
    messageCharacters: number;
    withStanding?: boolean;
    summaryOrdinal?: number | undefined;
  },
): Promise<WindowRow[]> {
  const {
    conversationId,
    after,
    current,
    limit,
    messageCharacters,
    withStanding = false,
    summaryOrdinal,
  } = input;
  const { branch, clearedThrough } = input;
  const said = standingRows({
    conversationId: sql<number>`${conversationId}::bigint`,
    through: sql<number>`seq`,
    branch,
    clearedThrough,
  });
  const standing = sql`, case when seq = ${current} then ${said} end as standing`;
  const summary =
    summaryOrdinal === undefined
      ? sql``
      : sql`, case when seq = ${current} then ${adoptedSummary({ conversationId, ordinal: summaryOrdinal })} end as summary`;
  const { rows } = await sql<WindowRow>`
    select seq, role, token_count as tokens, running_tokens as "runningTokens", omitted, characters,
      attachments,
      case when is_long then left(content, ${BEGINNING_CHARACTERS}) else content end as content,
      is_long and exists (
        select from passage
        where passage.conversation_id = newest.conversation_id and passage.position = newest.position
          and passage.role = newest.role
      ) as "isIndexed", ${isBrokenOff('newest')} as "isPartial", ${selectBrokenCalls('newest')} as "brokenCalls"${withStanding ? standing : sql``}${summary}
    from (
      select *, char_length(content) as characters
      from (
        -- In a separate query, because the view puts a text together each time that it is named.
        select conversation_id, position, seq, role, token_count, running_tokens, omitted, content, attachments
        from ${seenMessages({ conversationId, branch }, { after, through: current, newest: limit + 1 })} message
      ) said
    ) newest
    cross join lateral (select seq < ${current} and characters > ${messageCharacters} as is_long) as length
    order by seq desc`.execute(db);
  return rows;
}

interface ThreadRow {
  seq: number;
  role: 'user' | 'assistant';
  content: string;
  tokens: number;
  attachments: Attachment[] | null;
}

export async function loadMessageRange(
  db: Database,
  range: BranchOfConversation & {
    first: number;
    last: number;
    without?: readonly number[];
  },
): Promise<ThreadRow[]> {
  const { conversationId, branch, first, last, without = [] } = range;
  const isNeeded = sql`seq <> all(${[...without]}::integer[])`;
  const { rows } = await sql<ThreadRow>`
    select seq, role, token_count as tokens, attachments, case when ${isNeeded} then content else '' end as content
    from ${seenMessages({ conversationId, branch }, { after: first - 1, through: last })} message
    order by seq`.execute(db);
  return rows;
}

export async function readRunningTokens(
  db: Database,
  { seq, ...thread }: BranchOfConversation & { seq: number },
): Promise<number> {
  if (seq === 0) return 0;
  const place = { after: seq - 1, through: seq, table: 'conversation_message' as const };
  const { rows } = await sql<{ tokens: number | null }>`
    select running_tokens as tokens from ${seenMessages(thread, place)} message`.execute(db);
  return rows[0]?.tokens ?? 0;
}
