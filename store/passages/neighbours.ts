import { sql } from 'kysely';
import type { PassageRow } from '../../context/retrieval/passage-row.js';
import type { Database } from '../database.js';
import { toPassageRows, type StoredPassages } from './passage-rows.js';
import { PASSAGES_A_ROW, type WantedTerms } from './term-bytes.js';

/** How far a message's score reaches: as far as the ranking hands it on. */
const REACH = 4;
/** Hits whose sessions are read: a talk about the matter answers in other places of it too. */
const BEST_HITS = 20;
/** What is read of a session on either side of a hit. */
const SESSION_REACH = 40;
/** Messages that are read for their sessions; each costs some microseconds. */
const MOST_OF_SESSIONS = 600;
/** Of a neighbour that is very long its beginning. */
const MOST_PARTS = 4;

/** A passage that was found, by its words or by what it means. */
export type Hit = Pick<PassageRow, 'seq' | 'ordinal'>;

/**
 * The rows that are hits or near one in the same session: up to four messages away, of the best hits as far as was
 * read. Each once, in the thread's order.
 */
export function nearHits(rows: readonly PassageRow[], hits: readonly Hit[]): PassageRow[] {
  const each = new Map(rows.map((row) => [`${row.seq}/${row.ordinal}`, row]));
  const near = new Set<string>();
  for (const { seq, ordinal, reach } of withReach(hits)) {
    const session = each.get(`${seq}/${ordinal}`)?.session;
    for (let place = seq - reach; place <= seq + reach; place += 1) near.add(`${place}/${session}`);
  }
  return [...each.values()]
    .filter(({ seq, session }) => near.has(`${seq}/${session}`))
    .sort((a, b) => a.seq - b.seq || a.ordinal - b.ordinal);
}

/** The hits, best first, each with how far is read around it. */
function withReach(hits: readonly Hit[]): (Hit & { reach: number })[] {
  const places = new Set<number>();
  return hits.map((hit, index) => {
    const reach = index < BEST_HITS && places.size < MOST_OF_SESSIONS ? SESSION_REACH : REACH;
    for (let place = hit.seq - reach; place <= hit.seq + reach; place += 1) places.add(place);
    return { ...hit, reach };
  });
}

interface LoadNeighboursInput {
  conversationId: number;
  after: number;
  before: number;
  /** Best first. */
  hits: readonly Hit[];
  wanted: WantedTerms;
}

/** Reads what may stand near hits; which of it is of their session is `nearHits`' to say. */
export async function loadNeighbours(db: Database, input: LoadNeighboursInput): Promise<PassageRow[]> {
  const { conversationId, after, before, hits, wanted } = input;
  const places = new Set<number>();
  for (const { seq, reach } of withReach(hits))
    for (let place = Math.max(seq - reach, after + 1); place <= Math.min(seq + reach, before - 1); place += 1)
      places.add(place);
  const beside = hits.flatMap(({ seq, ordinal }) => {
    const part = Math.floor(ordinal / PASSAGES_A_ROW);
    return part < MOST_PARTS - 1 ? [] : [part - 1, part, part + 1].map((near) => ({ seq, part: near }));
  });
  const { rows } = await sql<StoredPassages>`
    select passage.position, passage.role, passage.part, passage.cuts,
      encode(passage.terms, 'base64') as terms,
      message.seq, message.session, message.name,
      extract(epoch from message.created_at)::float8 * 1000 as "atMs"
    from conversation_message message
    join passage on passage.conversation_id = message.conversation_id
      and passage.position = message.position and passage.role = message.role
    where message.conversation_id = ${conversationId} and message.seq = any(${[...places]}::integer[])
      and (passage.part < ${MOST_PARTS} or (message.seq, passage.part) in (
        select * from unnest(${beside.map(({ seq }) => seq)}::integer[], ${beside.map(({ part }) => part)}::integer[])
      ))`.execute(db);
  return rows.flatMap((row) => toPassageRows(row, wanted));
}
