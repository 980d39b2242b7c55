import { sql } from 'kysely';
import type { PassageRow } from '../../context/retrieval/passage-row.js';
import { seenMessages } from '../branches/seen-messages.js';
import type { Database } from '../database.js';
import { toPassageRows, type StoredPassages, type WantedIn } from './passage-rows.js';
import { PASSAGES_A_ROW } from './term-bytes.js';

/** Ranking spreads scores to this many messages on either side. */
const REACH = 4;
/** Loads the sessions of this many hits, because the answer may be elsewhere in a session. */
const BEST_HITS = 20;
const SESSION_REACH = 40;
const MAX_OF_SESSIONS = 600;
const MAX_PARTS = 4;

export type Hit = Pick<PassageRow, 'seq' | 'ordinal'>;

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

function addReach(hits: readonly Hit[]): (Hit & { reach: number })[] {
  const places = new Set<number>();
  return hits.map((hit, index) => {
    const reach = index < BEST_HITS && places.size < MAX_OF_SESSIONS ? SESSION_REACH : REACH;
    for (let place = hit.seq - reach; place <= hit.seq + reach; place += 1) places.add(place);
    return { ...hit, reach };
  });
}

interface LoadNeighboursInput {
  conversationId: number;
  branch?: number | undefined;
  after: number;
  before: number;
  hits: readonly Hit[];
  wanted: WantedIn;
  answers: readonly number[] | undefined;
  /** Messages all of whose passages are loaded. */
  known: ReadonlySet<number>;
}

export async function loadNeighbours(db: Database, input: LoadNeighboursInput): Promise<PassageRow[]> {
  const { conversationId, branch, after, before, hits, wanted, answers, known } = input;
  const places = new Set<number>();
  for (const { seq, reach } of addReach(hits))
    for (let place = Math.max(seq - reach, after + 1); place <= Math.min(seq + reach, before - 1); place += 1)
      places.add(place);
  for (const seq of answers ?? []) if (seq > after && seq < before) places.add(seq);
  for (const seq of known) places.delete(seq);
  const beside = hits.flatMap(({ seq, ordinal }) => {
    const part = Math.floor(ordinal / PASSAGES_A_ROW);
    return part < MAX_PARTS - 1 ? [] : [part - 1, part, part + 1].map((near) => ({ seq, part: near }));
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
    where (${!answers}::boolean or message.role = 'user'
        or message.seq = any(${[...(answers ?? [])]}::integer[]))
      and (passage.part < ${MAX_PARTS} or (message.seq, passage.part) in (
        select * from unnest(${beside.map(({ seq }) => seq)}::integer[], ${beside.map(({ part }) => part)}::integer[])
      ))`.execute(db);
  return rows.flatMap((row) => toPassageRows(row, wanted));
}
