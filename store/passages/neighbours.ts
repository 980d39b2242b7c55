import { sql } from 'kysely';
import type { PassageRow } from '../../context/retrieval/passage-row.js';
import { seenMessages } from '../branches/seen-messages.js';
import type { Database } from '../database.js';
import { toPassageRows, type StoredPassages, type WantedIn } from './passage-rows.js';
import { PASSAGES_A_ROW } from './term-bytes.js';

/** Messages read on either side of a hit: the distance over which the ranking passes a score on to neighbours. */
const REACH = 4;
/**
 * The number of best hits around which more of the session is read, since other parts of the same talk may have
 * the answer.
 */
const BEST_HITS = 20;
/** Messages read on either side of one of the best hits. */
const SESSION_REACH = 40;
/** The most messages read for the sake of the best hits' sessions. Reading one takes some microseconds. */
const MOST_OF_SESSIONS = 600;
/** The most rows read from the beginning of a very long neighbour. */
const MOST_PARTS = 4;

/** A passage that was found by its words or by its meaning. */
export type Hit = Pick<PassageRow, 'seq' | 'ordinal'>;

/**
 * Selects the hits and the passages near them in the same session: up to four messages away, around the best
 * hits up to forty. Each passage once, in the thread's order.
 */
export function nearHits(rows: readonly PassageRow[], hits: readonly Hit[]): PassageRow[] {
  const each = new Map(rows.map((row) => [`${row.seq}/${row.ordinal}`, row]));
  const near = new Set<string>();
  for (const { seq, ordinal, reach } of addReach(hits)) {
    const session = each.get(`${seq}/${ordinal}`)?.session;
    for (let place = seq - reach; place <= seq + reach; place += 1) near.add(`${place}/${session}`);
  }
  return [...each.values()]
    .filter(({ seq, session }) => near.has(`${seq}/${session}`))
    .sort((a, b) => a.seq - b.seq || a.ordinal - b.ordinal);
}

/** Adds to each hit how many messages on either side are read. Expects the best hits first. */
function addReach(hits: readonly Hit[]): (Hit & { reach: number })[] {
  const places = new Set<number>();
  return hits.map((hit, index) => {
    const reach = index < BEST_HITS && places.size < MOST_OF_SESSIONS ? SESSION_REACH : REACH;
    for (let place = hit.seq - reach; place <= hit.seq + reach; place += 1) places.add(place);
    return { ...hit, reach };
  });
}

interface LoadNeighboursInput {
  conversationId: number;
  /** Default: the branch that the conversation is in. */
  branch?: number | undefined;
  after: number;
  before: number;
  /** The best hits first. */
  hits: readonly Hit[];
  wanted: WantedIn;
  /** Of the assistant only these answers are read, wherever they are; undefined: all that are near. */
  answers: readonly number[] | undefined;
}

/** Loads the passages around hits, whatever their session; `nearHits` then keeps those of the hit's session. */
export async function loadNeighbours(db: Database, input: LoadNeighboursInput): Promise<PassageRow[]> {
  const { conversationId, branch, after, before, hits, wanted, answers } = input;
  const places = new Set<number>();
  for (const { seq, reach } of addReach(hits))
    for (let place = Math.max(seq - reach, after + 1); place <= Math.min(seq + reach, before - 1); place += 1)
      places.add(place);
  for (const seq of answers ?? []) if (seq > after && seq < before) places.add(seq);
  const beside = hits.flatMap(({ seq, ordinal }) => {
    const part = Math.floor(ordinal / PASSAGES_A_ROW);
    return part < MOST_PARTS - 1 ? [] : [part - 1, part, part + 1].map((near) => ({ seq, part: near }));
  });
  const { rows } = await sql<StoredPassages>`
    select passage.conversation_id as source, passage.position, passage.role, passage.part, passage.cuts,
      encode(passage.terms, 'base64') as terms,
      message.seq, message.session, message.name, message.token_count as "messageTokens",
      extract(epoch from message.created_at)::float8 * 1000 as "atMs"
    from ${seenMessages(
      { conversationId, branch },
      { where: sql`seq = any(${[...places]}::integer[])`, table: 'conversation_message' },
    )} message
    join passage on passage.conversation_id = message.conversation_id
      and passage.position = message.position and passage.role = message.role
    where (${answers === undefined}::boolean or message.role = 'user'
        or message.seq = any(${[...(answers ?? [])]}::integer[]))
      and (passage.part < ${MOST_PARTS} or (message.seq, passage.part) in (
        select * from unnest(${beside.map(({ seq }) => seq)}::integer[], ${beside.map(({ part }) => part)}::integer[])
      ))`.execute(db);
  return rows.flatMap((row) => toPassageRows(row, wanted));
}
