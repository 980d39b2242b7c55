import { sql, type RawBuilder } from 'kysely';

export interface SeenThread {
  conversationId: number | RawBuilder<number>;
  branch?: number | null | RawBuilder<number> | undefined;
}

export interface BranchOfConversation {
  conversationId: number;
  branch?: number | undefined;
}

interface SeenRange {
  after?: number | RawBuilder<number> | undefined;
  through?: number | RawBuilder<number> | undefined;
  where?: RawBuilder<unknown>;
  newest?: number;
  table?: 'thread_message' | 'conversation_message';
}

export const LAST_PLACE = 2_147_483_647;

/**
 * Returns the SQL `from` item `stretch`. Branches may reuse message numbers, so read messages only through
 * this function or `seenMessages`.
 */
export function seenStretches({ conversationId, branch = null }: SeenThread): RawBuilder<unknown> {
  return sql`seen_stretch(${conversationId}::bigint, ${branch}::integer) as stretch`;
}

export function isInStretch(message: string): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${message}.${name}`);
  return sql<boolean>`(${column('conversation_id')} = stretch.source and ${column('branch')} = stretch.branch
    and ${column('seq')} > stretch.after_seq and ${column('seq')} <= stretch.through_seq)`;
}

export function isSeenExecution(thread: SeenThread): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from ${seenStretches(thread)}
    where execution.conversation_id = stretch.source and execution.branch = stretch.branch
      and current_seq > stretch.after_seq and current_seq <= stretch.through_seq)`;
}

/** The limit or `offset 0` keeps Postgres from reading the whole conversation first. */
export function seenMessages(thread: SeenThread, range: SeenRange = {}): RawBuilder<unknown> {
  const { after, through, where, newest, table = 'thread_message' } = range;
  const first =
    after === undefined ? sql`stretch.after_seq` : sql`greatest(stretch.after_seq, ${after}::integer)`;
  const last =
    through === undefined ? sql`stretch.through_seq` : sql`least(stretch.through_seq, ${through}::integer)`;
  return sql`(
    select said.* from ${seenStretches(thread)}
    cross join lateral (
      select * from ${sql.table(table)} message
      where message.conversation_id = stretch.source and message.branch = stretch.branch
        and message.seq > ${first} and message.seq <= ${last} ${where ? sql`and (${where})` : sql``}
      ${newest === undefined ? sql`offset 0` : sql`order by message.seq desc limit ${newest}`}
    ) said
    ${newest === undefined ? sql`` : sql`order by said.seq desc limit ${newest}`})`;
}
