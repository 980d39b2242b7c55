import { sql } from 'kysely';
import type { Database } from '../database.js';
import type { StoredPassages } from './passage-rows.js';

const COLUMNS = sql`passage.position, passage.role, passage.part, passage.cuts,
  encode(passage.terms, 'base64') as terms,
  message.seq, message.session, message.name, message.token_count as "messageTokens",
  extract(epoch from message.created_at)::float8 * 1000 as "atMs"`;

/**
 * Joins each passage with its message, one look into the primary key a row: `offset 0` keeps Postgres from joining
 * in another order. Without statistics it read all messages of the thread for each passage, so that a turn's search
 * took 14 ms after 120 turns instead of 2, and the square of it later.
 */
function withMessage(conversationId: number) {
  return sql`cross join lateral (
      select seq, session, name, token_count, created_at from conversation_message
      where conversation_id = ${conversationId} and position = passage.position and role = passage.role
      offset 0
    ) message`;
}

/**
 * Loads all rows of a thread's index if they are fewer than `whole`, else the newest `sample` rows, or a few
 * more when those rows belong to few messages. Newest first.
 */
export async function loadWhole(
  db: Database,
  { conversationId, whole, sample }: { conversationId: number; whole: number; sample: number },
): Promise<{ newest: StoredPassages[]; isWhole: boolean }> {
  const { rows } = await sql<StoredPassages & { most: number }>`
    with bound as materialized (
      select case when last_seq < ${whole} then ${whole}::integer else ${sample}::integer end as most
      from conversation where id = ${conversationId}
    )
    select ${COLUMNS}, bound.most
    from bound cross join lateral (
      select position, role, part, cuts, terms from passage where conversation_id = ${conversationId}
      order by position desc, role desc, part desc limit bound.most
    ) passage
    ${withMessage(conversationId)}`.execute(db);
  return { newest: rows, isWhole: rows.length < (rows[0]?.most ?? 1) };
}

/** The most rows that are read, even if the estimate of their number was far too low. */
const MOST_ROWS = 3_000;
/** The newest rows that are searched when every term is too frequent. */
const FALLBACK_ROWS = 1_024;

/** Loads the rows that the searches find whose messages lie between two places of the thread. */
export async function loadCandidates(db: Database, input: LoadCandidatesInput): Promise<StoredPassages[]> {
  return (await candidatesQuery(input).execute(db)).rows;
}

interface LoadCandidatesInput {
  conversationId: number;
  after: number;
  before: number;
  searches: readonly CandidateSearch[];
}

/** A look for rows of the index; what comes first in a list of them is read first. */
interface CandidateSearch {
  /** Only messages of this role are looked for; undefined: all. */
  role: 'user' | 'assistant' | undefined;
  /** Keys from `passageKeys`; undefined: the newest rows are read. */
  keys: readonly string[] | undefined;
}

/**
 * The statement of `loadCandidates`. Only the keys select the conversation's rows. A condition on the
 * conversation, or a join that could run first, would let Postgres read all of its rows instead: without
 * statistics it did so, and took 5 s among 100,000 passages.
 */
export function candidatesQuery({ conversationId, after, before, searches }: LoadCandidatesInput) {
  const found = searches.map(({ role, keys }) => {
    const isRole = role === undefined ? sql`` : sql`and role = ${role}`;
    return keys === undefined
      ? sql`(select position, role, part, cuts, terms from passage
          where conversation_id = ${conversationId} ${isRole}
          order by position desc, role desc, part desc limit ${FALLBACK_ROWS})`
      : sql`(select position, role, part, cuts, terms from passage
          where passage_keys(conversation_id, position, part, terms) && ${keys}::bigint[] ${isRole})`;
  });
  return sql<StoredPassages>`
    with found as materialized (${sql.join(found, sql` union all `)})
    select ${COLUMNS}
    from found passage
    ${withMessage(conversationId)}
    where message.seq > ${after} and message.seq < ${before}
    limit ${MOST_ROWS}`;
}
