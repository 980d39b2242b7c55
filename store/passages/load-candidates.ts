import { sql } from 'kysely';
import { isInStretch, seenStretches, type BranchOfConversation } from '../branches/seen-messages.js';
import type { Database } from '../database.js';
import type { StoredPassages } from './passage-rows.js';

const COLUMNS = sql`passage.conversation_id as source, passage.position, passage.role, passage.part, passage.cuts,
  encode(passage.terms, 'base64') as terms,
  message.seq, message.session, message.name, message.token_count as "messageTokens",
  extract(epoch from message.created_at)::float8 * 1000 as "atMs"`;
const ROW = sql`conversation_id, position, role, part, cuts, terms`;

const MESSAGE = sql`conversation_id, position, role, branch, seq, session, name, token_count, created_at`;

/**
 * Forces lookups by primary key. Without statistics, Postgres read the whole thread per passage (14 ms
 * instead of 2).
 */
const withMessage = sql`cross join lateral (
      select ${MESSAGE} from conversation_message
      where conversation_id = passage.conversation_id and position = passage.position and role = passage.role
      offset 0
    ) message`;

const withSources = ({ conversationId, branch }: BranchOfConversation) => sql`stretch as materialized (
      select * from ${seenStretches({ conversationId, branch })}
    ), source as materialized (
      select distinct source as id from stretch
    )`;

export type LookedAt = StoredPassages & { isSeen: boolean };

interface WholeInput extends BranchOfConversation {
  whole: number;
  sample: number;
}

export async function loadWhole(
  db: Database,
  input: WholeInput,
): Promise<{ newest: LookedAt[]; isWhole: boolean }> {
  const { rows } = await wholeQuery(input).execute(db);
  const newest = rows.sort((a, b) => (b.seq ?? 0) - (a.seq ?? 0) || b.part - a.part);
  const most = rows[0]?.most ?? 1;
  return { newest, isWhole: [...countBySource(rows).values()].every((count) => count < most) };
}

/** Reads one range: without statistics, 600 lookups took 100 ms instead of 2. */
export function wholeQuery({ whole, sample, ...thread }: WholeInput) {
  return sql<LookedAt & { most: number }>`
    with bound as materialized (
      select case when last_seq < ${whole} then ${whole}::integer else ${sample}::integer end as most
      from conversation where id = ${thread.conversationId}
    ), ${withSources(thread)}, newest as materialized (
      select passage.* from bound cross join source cross join lateral (
        select ${ROW} from passage where conversation_id = source.id
        order by position desc, role desc, part desc limit bound.most
      ) passage
    ), oldest as materialized (
      select conversation_id, min(position) as first from newest group by conversation_id
    ), message as materialized (
      select ranged.* from oldest cross join lateral (
        select ${MESSAGE} from conversation_message
        where conversation_id = oldest.conversation_id and position >= oldest.first
        offset 0
      ) ranged
    )
    select ${COLUMNS}, bound.most, stretch.source is not null as "isSeen"
    from bound cross join newest passage join message using (conversation_id, position, role)
    left join stretch on ${isInStretch('message')}`;
}

function countBySource(rows: readonly LookedAt[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { source } of rows) counts.set(source, (counts.get(source) ?? 0) + 1);
  return counts;
}

const MAX_ROWS = 3_000;
const FALLBACK_ROWS = 1_024;

export async function loadCandidates(db: Database, input: LoadCandidatesInput): Promise<StoredPassages[]> {
  return (await candidatesQuery(input).execute(db)).rows;
}

interface LoadCandidatesInput extends BranchOfConversation {
  after: number;
  before: number;
  searches: readonly CandidateSearch[];
}

interface CandidateSearch {
  role: 'user' | 'assistant' | undefined;
  keys: readonly string[] | undefined;
}

/**
 * Keep these conditions: with others, Postgres may read the whole conversation (5 s instead of milliseconds).
 */
export function candidatesQuery({ after, before, searches, ...thread }: LoadCandidatesInput) {
  const found = searches.map(({ role, keys }) => {
    const isRole = role ? sql`and role = ${role}` : sql``;
    return keys
      ? sql`(select ${ROW} from passage
          where passage_keys(conversation_id, position, part, terms) && ${keys}::bigint[] ${isRole})`
      : sql`(select newest.* from source cross join lateral (
            select ${ROW} from passage where conversation_id = source.id ${isRole}
            order by position desc, role desc, part desc limit ${FALLBACK_ROWS}) newest)`;
  });
  return sql<StoredPassages>`
    with ${withSources(thread)}, found as materialized (${sql.join(found, sql` union all `)})
    select ${COLUMNS}
    from found passage
    ${withMessage}
    join stretch on ${isInStretch('message')}
    where message.seq > ${after} and message.seq < ${before}
    limit ${MAX_ROWS}`;
}
