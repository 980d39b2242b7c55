import { sql, type RawBuilder } from 'kysely';

/** A conversation or sub-thread in one of its branches. */
export interface SeenThread {
  /** Row id of the conversation, which may be a column. */
  conversationId: number | RawBuilder<number>;
  /** Default and null: the branch that the conversation is in. */
  branch?: number | null | RawBuilder<number> | undefined;
}

/** A thread as most functions are given it. */
export interface ThreadInBranch {
  conversationId: number;
  /** Default: the branch that the conversation is in. */
  branch?: number | undefined;
}

interface SeenRange {
  /** Only messages after this place; default: from the first on. */
  after?: number | RawBuilder<number> | undefined;
  /** Only messages up to this place; default: to the last. */
  through?: number | RawBuilder<number> | undefined;
  /** A further condition, on the columns of a message. */
  where?: RawBuilder<unknown>;
  /** Only so many, the newest. */
  newest?: number;
  /** Default: the view with the texts. */
  table?: 'thread_message' | 'conversation_message';
}

/** No place in a thread is larger. */
export const LAST_PLACE = 2_147_483_647;

/**
 * An item of a `from`: the stretches of stored messages that a branch sees, under the name `stretch`. Whoever reads
 * messages, or what hangs on them, by their places reads them through this or through `seenMessages`: a place is one
 * message in a branch, and several in a conversation.
 */
export function seenStretches({ conversationId, branch = null }: SeenThread): RawBuilder<unknown> {
  return sql`seen_stretch(${conversationId}::bigint, ${branch}::integer) as stretch`;
}

/** A condition: the message of this name is one of the `stretch` at hand. */
export function isInStretch(message: string): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${message}.${name}`);
  return sql<boolean>`(${column('conversation_id')} = stretch.source and ${column('branch')} = stretch.branch
    and ${column('seq')} > stretch.after_seq and ${column('seq')} <= stretch.through_seq)`;
}

/** A condition: the message that the `execution` at hand answers is one that a branch sees. */
export function isSeenExecution(thread: SeenThread): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from ${seenStretches(thread)}
    where execution.conversation_id = stretch.source and execution.branch = stretch.branch
      and current_seq > stretch.after_seq and current_seq <= stretch.through_seq)`;
}

/**
 * An item of a `from`: the messages that a branch sees, as the rows of a table, to be given a name. Each stretch is looked
 * up by its places alone: without the limit or `offset 0` Postgres may join in another order, and read all of the conversation.
 */
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
        and message.seq > ${first} and message.seq <= ${last} ${where === undefined ? sql`` : sql`and (${where})`}
      ${newest === undefined ? sql`offset 0` : sql`order by message.seq desc limit ${newest}`}
    ) said
    ${newest === undefined ? sql`` : sql`order by said.seq desc limit ${newest}`})`;
}
