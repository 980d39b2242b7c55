import { sql } from 'kysely';
import { assistantFlow } from '../../../../flow/default-flow.js';
import { openDatabase, type Database } from '../../../../store/database.js';
import { registerFlows } from '../../../../store/flows/flows.js';
import { importConversation } from '../../../../store/conversation/import-conversation.js';
import { readLexemes } from '../../../../store/passages/question-lexemes.js';
import { searchPassages } from '../../../../store/passages/search-passages.js';
import { createTestDatabase } from '../../../testing/test-environment.js';
import type { Bench, BenchInput, BenchReport, BenchTable } from '../bench.js';
import { createRandom, pickFrequent } from '../context/random.js';
import { prose } from '../context/texts.js';
import { RARE_WORDS } from '../context/vocabulary.js';
import { median, quantile, rounded } from '../statistics.js';

interface TurnStorage {
  floor: number;
  retrieval: number;
  standing: number;
}

const TABLES: readonly (readonly [string, keyof TurnStorage])[] = [
  ['conversation_message', 'floor'],
  ['turn', 'floor'],
  ['stored_text', 'floor'],
  ['passage', 'retrieval'],
  ['passage_embedding', 'retrieval'],
  ['embedding_progress', 'retrieval'],
  ['standing_statement', 'standing'],
];

const OTHERS = 48;
const OTHER_MESSAGES = 2_000;
const CHARACTERS = 200;
const QUESTIONS = 60;
const WORDS_A_QUESTION = 6;
const MEASURED: readonly { messages: number; atMostMs: number }[] = [
  { messages: 600, atMostMs: 30 },
  { messages: 2_000, atMostMs: 50 },
  { messages: 10_000, atMostMs: 50 },
];

export const retrievalBench: Bench = {
  name: 'retrieval',
  summary: 'a search in conversations of 600 to 10,000 messages, with 100,000 passages in the database',
  async run(input) {
    const database = await createTestDatabase(input.environment);
    const db = openDatabase({ url: database.url, maxConnections: 2 });
    try {
      return await measure(db, input);
    } finally {
      await db.destroy();
      await database.drop();
    }
  },
};

async function measure(db: Database, { onProgress }: BenchInput): Promise<BenchReport> {
  await registerFlows(db, [assistantFlow('zero:latency')]);
  for (let other = 0; other < OTHERS; other += 1) {
    if (other % 8 === 0) onProgress(`retrieval: conversation ${other} of ${OTHERS}`);
    await importChat(db, { seed: other, messages: OTHER_MESSAGES });
  }
  const rows: (string | number)[][] = [];
  const targets = [];
  for (const { messages, atMostMs } of MEASURED) {
    onProgress(`retrieval: ${messages} messages`);
    const conversationId = await importChat(db, { seed: OTHERS + messages, messages });
    const took = await askAll(db, { conversationId, messages });
    const { ms, found } = took;
    rows.push([messages, rounded(median(ms), 1), rounded(quantile(ms, 0.95), 1), rounded(median(found))]);
    targets.push({ name: `Search in ${messages} messages, median ms`, value: median(ms), atMost: atMostMs });
  }
  const columns = ['messages', 'median ms', '95 % ms', 'passages returned'];
  const stored = MEASURED.reduce((sum, { messages }) => sum + messages, OTHERS * OTHER_MESSAGES);
  const storage = await measureStorage(db, { turns: stored / 2 });
  return {
    tables: [{ title: 'Search in a conversation', columns, rows }, describeStorage(storage)],
    targets,
  };
}

function describeStorage({ floor, retrieval, standing }: TurnStorage): BenchTable {
  return {
    title: `Storage of a turn of two messages of ${CHARACTERS} characters, rows and indexes`,
    columns: ['', 'bytes', 'share of the floor'],
    rows: [
      ['floor: turns, messages and their texts', floor, 1],
      ['search index', retrieval, rounded(retrieval / floor, 2)],
      ['standing requests', standing, rounded(standing / floor, 3)],
      ['together', floor + retrieval + standing, rounded((floor + retrieval + standing) / floor, 2)],
    ],
  };
}

async function importChat(
  db: Database,
  { seed, messages }: { seed: number; messages: number },
): Promise<number> {
  const result = await importConversation(db, {
    workflowId: `bench-${seed}`,
    flow: 'assistant',
    user: 'bench',
    messages: Array.from({ length: messages }, (_, index) => ({
      role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
      text: prose(CHARACTERS, seed * 100_000 + index),
      at: new Date(Date.UTC(2024, 0, 1) + index * 60_000 + Math.floor(index / 20) * 36_000_000),
    })),
    countTokens: (text) => Math.ceil(text.length / 4),
  });
  if (result.kind !== 'imported') throw new Error(`The conversation was not imported: ${result.kind}`);
  return result.conversationId;
}

async function askAll(
  db: Database,
  { conversationId, messages }: { conversationId: number; messages: number },
): Promise<{ ms: number[]; found: number[] }> {
  const random = createRandom(messages);
  const ms: number[] = [];
  const found: number[] = [];
  for (let question = 0; question < QUESTIONS; question += 1) {
    const text = Array.from({ length: WORDS_A_QUESTION }, () => pickFrequent(random, RARE_WORDS)).join(' ');
    const startedMs = performance.now();
    const terms = await readLexemes(db, { text });
    const { rows } = await searchPassages(db, { conversationId, after: 0, before: messages + 1, terms });
    ms.push(performance.now() - startedMs);
    found.push(rows.length);
  }
  return { ms, found };
}

async function measureStorage(db: Database, { turns }: { turns: number }): Promise<TurnStorage> {
  const { rows } = await sql<{ name: string; bytes: string }>`
    select relname as name, pg_total_relation_size(oid) as bytes from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(db);
  const bytes = new Map(rows.map(({ name, bytes: stored }) => [name, Number(stored)]));
  const storage: TurnStorage = { floor: 0, retrieval: 0, standing: 0 };
  for (const [table, part] of TABLES) {
    const stored = bytes.get(table);
    if (stored === undefined) throw new Error(`Table '${table}' is not there to be measured`);
    storage[part] += stored;
  }
  const perTurn = (stored: number): number => rounded(stored / turns);
  return {
    floor: perTurn(storage.floor),
    retrieval: perTurn(storage.retrieval),
    standing: perTurn(storage.standing),
  };
}
