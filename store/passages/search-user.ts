import { sql } from 'kysely';
import type { CorpusFacts, PassageRow } from '../../context/retrieval/passage-row.js';
import type { QueryTerm } from '../../context/retrieval/query.js';
import { scorePassage } from '../../context/retrieval/score-passage.js';
import { ONE_OFF_CHANNELS } from '../../protocol/one-off.js';
import type { Database } from '../database.js';
import { countFrequencies } from './passage-facts.js';
import { passageKeys, passageTerm } from './passage-keys.js';
import { toPassageRows, type StoredPassages } from './passage-rows.js';
import { decodeCuts } from './cut-bytes.js';
import { readLexemes } from './question-lexemes.js';
import { PASSAGES_A_ROW, wantTerms } from './term-bytes.js';
import type { FoundMessage } from '../../views/conversation.js';

interface SearchInput {
  user: string;
  flows: readonly string[] | undefined;
  text: string;
  limit: number;
}

const MAX_CONVERSATIONS = 300;
const MAX_ROWS = 2_000;
const MAX_WORDS = 16;

export async function searchUser(
  db: Database,
  { user, flows, text, limit }: SearchInput,
): Promise<FoundMessage[]> {
  const lexemes = (await readLexemes(db, { text })).slice(0, MAX_WORDS);
  if (lexemes.length === 0) return [];
  const threads = await listThreads(db, { user, flows });
  if (threads.length === 0) return [];
  const stored = await findRows(db, { threads, lexemes });
  const best = rank(stored, lexemes).slice(0, limit);
  const texts = await loadTexts(db, best);
  const byId = new Map(threads.map((thread) => [thread.id, thread]));
  return best.flatMap(({ stored: row, ordinal }) => {
    const thread = byId.get(row.source);
    const content = texts.get(`${row.source}/${row.position}/${row.role}`);
    const cut = decodeCuts(row.cuts)[ordinal % PASSAGES_A_ROW];
    if (!thread || content === undefined || !cut) return [];
    const { workflowId: conversationId, flow, channel, thread: threadId, title } = thread;
    const { branch, seq, role, atMs } = row;
    const at = new Date(atMs);
    const { start, end } = cut;
    const location = {
      conversationId,
      flow,
      channel,
      thread: threadId,
      title,
      branch,
      seq: seq ?? 0,
      role,
      at,
    };
    return [{ ...location, text: content.slice(start, end), start, characters: content.length }];
  });
}

interface SearchedThread {
  id: number;
  workflowId: string;
  flow: string;
  channel: string;
  thread: string | null;
  title: string | null;
  lastPosition: number;
}

async function listThreads(
  db: Database,
  { user, flows }: Pick<SearchInput, 'user' | 'flows'>,
): Promise<SearchedThread[]> {
  return db
    .selectFrom('conversation')
    .select([
      'id',
      'workflow_id as workflowId',
      'flow_slug as flow',
      'channel',
      'thread_id as thread',
      'title',
    ])
    .select('last_position as lastPosition')
    .where('user_id', '=', user)
    .$if(flows !== undefined, (query) =>
      query.where(sql<boolean>`flow_slug = any(${[...(flows ?? [])]}::text[])`),
    )
    .where('channel', 'not like', ONE_OFF_CHANNELS)
    .where('last_position', '>', 0)
    .orderBy(sql`last_message_at desc nulls last`)
    .orderBy('id', 'desc')
    .limit(MAX_CONVERSATIONS)
    .execute();
}

type FoundRow = StoredPassages & { branch: number };

async function findRows(
  db: Database,
  { threads, lexemes }: { threads: readonly SearchedThread[]; lexemes: readonly string[] },
): Promise<FoundRow[]> {
  const wanted = threads.map(({ id, lastPosition }) => {
    const terms = lexemes.map((lexeme) => passageTerm(id, lexeme));
    return { id, terms, keys: passageKeys({ conversationId: id, terms, lastPosition }) };
  });
  const ids = wanted.flatMap(({ id, terms }) => terms.map(() => id));
  const terms = wanted.flatMap((one) => one.terms.map((term) => term.toString(16).padStart(6, '0')));
  const keys = wanted.flatMap((one) => one.keys);
  const { rows } = await sql<FoundRow>`
    with wanted as materialized (
      select id, decode(term, 'hex') as term from unnest(${ids}::bigint[], ${terms}::text[]) as wanted (id, term)
    ), found as materialized (
      select conversation_id, position, role, part, cuts, terms from passage
      where passage_keys(conversation_id, position, part, terms) && ${keys}::bigint[]
    ), holding as materialized (
      select * from found
      where exists (select from wanted where wanted.id = conversation_id and position(wanted.term in terms) > 0)
    )
    select passage.conversation_id as source, passage.position, passage.role, passage.part, passage.cuts,
      encode(passage.terms, 'base64') as terms, message.branch, message.seq, message.session, message.name,
      message.token_count as "messageTokens", extract(epoch from message.created_at)::float8 * 1000 as "atMs"
    from holding passage
    cross join lateral (
      select branch, seq, session, name, token_count, created_at from conversation_message
      where conversation_id = passage.conversation_id and position = passage.position and role = passage.role
      offset 0
    ) message
    where message.seq is not null
    order by message.created_at desc limit ${MAX_ROWS}`.execute(db);
  return rows;
}

interface Ranked {
  stored: FoundRow;
  ordinal: number;
  score: number;
}

function rank(stored: readonly FoundRow[], lexemes: readonly string[]): Ranked[] {
  const query = {
    terms: lexemes.map((lexeme, group): QueryTerm => ({ lexeme, weight: 1, group })),
    names: [],
    months: [],
  };
  const read = stored.map((row) => ({
    row,
    passages: toPassageRows(row, (source) => wantTerms(lexemes.map((lexeme) => passageTerm(source, lexeme)))),
  }));
  const facts = countFacts(
    read.flatMap(({ passages }) => passages),
    lexemes.length,
  );
  const best = new Map<string, Ranked>();
  for (const { row, passages } of read)
    for (const passage of passages) {
      const score = scorePassage(passage, { query, facts });
      const key = `${row.source}/${row.position}/${row.role}`;
      if (score > (best.get(key)?.score ?? 0))
        best.set(key, { stored: row, ordinal: passage.ordinal, score });
    }
  return [...best.values()].sort(
    (one, other) => other.score - one.score || other.stored.atMs - one.stored.atMs,
  );
}

function countFacts(rows: readonly PassageRow[], terms: number): CorpusFacts {
  const length = rows.reduce((sum, row) => sum + row.length, 0);
  return {
    passages: rows.length,
    averageLength: length / Math.max(1, rows.length),
    frequencies: countFrequencies(rows, terms),
    answerRatio: 1,
  };
}

async function loadTexts(db: Database, found: readonly Ranked[]): Promise<Map<string, string>> {
  if (found.length === 0) return new Map();
  const ids = found.map(({ stored }) => stored.source);
  const positions = found.map(({ stored }) => stored.position);
  const roles = found.map(({ stored }) => stored.role);
  const { rows } = await sql<{ key: string; content: string }>`
    select concat(message.conversation_id, '/', message.position, '/', message.role) as key, message.content
    from (
      select distinct * from unnest(${ids}::bigint[], ${positions}::integer[], ${roles}::text[])
        as place (conversation_id, position, role)
    ) place
    cross join lateral (
      select * from thread_message found
      where found.conversation_id = place.conversation_id and found.position = place.position and found.role = place.role
      offset 0
    ) message`.execute(db);
  return new Map(rows.map(({ key, content }) => [key, content]));
}
