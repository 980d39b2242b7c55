import { sql } from 'kysely';
import { isInStretch, seenStretches, type ThreadInBranch } from '../branches/seen-messages.js';
import type { Database } from '../database.js';
import type { StoredPassages } from './passage-rows.js';

const COLUMNS = sql`passage.conversation_id as source, passage.position, passage.role, passage.part, passage.cuts,
  encode(passage.terms, 'base64') as terms,
  message.seq, message.session, message.name, message.token_count as "messageTokens",
  extract(epoch from message.created_at)::float8 * 1000 as "atMs"`;
const ROW = sql`conversation_id, position, role, part, cuts, terms`;

/**
 * Joins each passage with its message, one look into the primary key a row: `offset 0` keeps Postgres from joining
 * in another order. Without statistics it read all messages of the thread for each passage, so that a turn's search
 * took 14 ms after 120 turns instead of 2, and the square of it later.
 */
const withMessage = sql`cross join lateral (
      select conversation_id, branch, seq, session, name, token_count, created_at from conversation_message
      where conversation_id = passage.conversation_id and position = passage.position and role = passage.role
      offset 0
    ) message`;

/** Whose passages are looked at: those of the conversation, and of those that it is a fork of. */
const withSources = ({ conversationId, branch }: ThreadInBranch) => sql`stretch as materialized (
      select * from ${seenStretches({ conversationId, branch })}
    ), source as materialized (
      select distinct source as id from stretch
    )`;

/** A row of the index, which the branch may not see. */
export type LookedAt = StoredPassages & { isSeen: boolean };

/**
 * Loads all rows of a thread's index if they are fewer than `whole`, else the newest `sample` rows, or a few
 * more when those rows belong to few messages. Rows of branches that it does not see are among them. Newest first.
 */
export async function loadWhole(
  db: Database,
  { whole, sample, ...thread }: ThreadInBranch & { whole: number; sample: number },
): Promise<{ newest: LookedAt[]; isWhole: boolean }> {
  const { rows } = await sql<LookedAt & { most: number }>`
    with bound as materialized (
      select case when last_seq < ${whole} then ${whole}::integer else ${sample}::integer end as most
      from conversation where id = ${thread.conversationId}
    ), ${withSources(thread)}
    select ${COLUMNS}, bound.most, stretch.source is not null as "isSeen"
    from bound cross join source cross join lateral (
      select ${ROW} from passage where conversation_id = source.id
      order by position desc, role desc, part desc limit bound.most
    ) passage
    ${withMessage}
    left join stretch on ${isInStretch('message')}`.execute(db);
  const newest = rows.sort((a, b) => (b.seq ?? 0) - (a.seq ?? 0) || b.part - a.part);
  const most = rows[0]?.most ?? 1;
  return { newest, isWhole: [...countBySource(rows).values()].every((count) => count < most) };
}

function countBySource(rows: readonly LookedAt[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { source } of rows) counts.set(source, (counts.get(source) ?? 0) + 1);
  return counts;
}

/** The most rows that are read, even if the estimate of their number was far too low. */
const MOST_ROWS = 3_000;
/** The newest rows that are searched when every term is too frequent. */
const FALLBACK_ROWS = 1_024;

/** Loads the rows that the searches find whose messages lie between two places of the thread. */
export async function loadCandidates(db: Database, input: LoadCandidatesInput): Promise<StoredPassages[]> {
  return (await candidatesQuery(input).execute(db)).rows;
}

interface LoadCandidatesInput extends ThreadInBranch {
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
export function candidatesQuery({ after, before, searches, ...thread }: LoadCandidatesInput) {
  const found = searches.map(({ role, keys }) => {
    const isRole = role === undefined ? sql`` : sql`and role = ${role}`;
    return keys === undefined
      ? sql`(select newest.* from source cross join lateral (
            select ${ROW} from passage where conversation_id = source.id ${isRole}
            order by position desc, role desc, part desc limit ${FALLBACK_ROWS}) newest)`
      : sql`(select ${ROW} from passage
          where passage_keys(conversation_id, position, part, terms) && ${keys}::bigint[] ${isRole})`;
  });
  return sql<StoredPassages>`
    with ${withSources(thread)}, found as materialized (${sql.join(found, sql` union all `)})
    select ${COLUMNS}
    from found passage
    ${withMessage}
    join stretch on ${isInStretch('message')}
    where message.seq > ${after} and message.seq < ${before}
    limit ${MOST_ROWS}`;
}
