import { sql } from 'kysely';
import { describe, expect, inject, test } from 'vitest';
import { madeUpProse } from '../../packages/lab/bench/turn/made-up-prose.js';
import {
  createPlayedChat,
  type PlayedTexts,
  type PlayedTurn,
} from '../../packages/lab/bench/turn/played-chat.js';
import { openDatabase, type Database } from '../../store/database.js';
import { createTestDatabase } from '../../packages/testing/test-environment.js';
import { isLongRun } from '../setup/is-long-run.js';

const MARKS = isLongRun ? [100, 1_000, 5_000] : [100, 300];
const SUMMARY_CHARACTERS = 2_400;
const MAX_OF_GRAPH = 1_640;

describe('storage of a thread with summaries, index and retrieval', () => {
  test.each([
    ...(isLongRun
      ? [{ text: 'random', characters: 2_000, mostPerTurn: 3 * 2 * 2_000, leastAsked: 8 } as const]
      : []),
    { text: 'prose', characters: 2_000, mostPerTurn: 12_900, leastAsked: 8 },
    { text: 'prose', characters: 200, mostPerTurn: 6 * 1_024, leastAsked: 6 },
  ] as const)(
    `$text, messages of $characters characters -> at most $mostPerTurn bytes a turn, the same after ${MARKS.join(' and ')} turns`,
    { timeout: 3_600_000 },
    async ({ text, characters, mostPerTurn, leastAsked }) => {
      const database = await createTestDatabase(inject('environment'));
      const db = openDatabase({ url: database.url, maxConnections: 4 });
      try {
        if (!isLongRun) await stopAutovacuum(db);
        const play = await createPlayedChat(db, textsOf(text, characters));
        for (let turn = 1; turn <= 50; turn += 1) await play('somebody-else', turn);
        const start = await storedBytes(db);
        const turns: PlayedTurn[] = [];
        const perTurn: number[] = [];
        const graphPerTurn: number[] = [];
        for (const mark of MARKS) {
          while (turns.length < mark) {
            turns.push(await play('ada', turns.length + 1));
            if (turns.length % 10 === 0) await sql`vacuum summary_fact, turn, execution`.execute(db);
          }
          const end = await storedBytes(db);
          perTurn.push((total(end, isOfThread) - total(start, isOfThread)) / mark);
          graphPerTurn.push((total(end, isOfGraph) - total(start, isOfGraph)) / mark);
          if (isLongRun) report({ text, characters, mark, start, end });
        }
        expect(perTurn.at(-1)).toBeLessThanOrEqual(mostPerTurn);
        expect(Math.max(...perTurn)).toBeLessThanOrEqual(perTurn[0]! * 1.1);
        expect(Math.max(...graphPerTurn)).toBeLessThanOrEqual(MAX_OF_GRAPH);
        expect(Math.max(...graphPerTurn)).toBe(graphPerTurn[0]);
        const late = turns.slice(-50);
        expect(late.every(({ hasSummary }) => hasSummary)).toBe(true);
        expect(late.filter(({ isAsked }) => isAsked).length).toBeGreaterThanOrEqual(leastAsked);
        if (text === 'prose') expect(late.filter(({ hasPassages }) => hasPassages)).toHaveLength(50);
      } finally {
        await db.destroy();
        await database.drop();
      }
    },
  );
});

async function stopAutovacuum(db: Database): Promise<void> {
  await sql`do $$
    declare
      stored text;
    begin
      for stored in select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace loop
        execute format('alter table %I set (autovacuum_enabled = false)', stored);
      end loop;
    end $$`.execute(db);
}

function textsOf(text: 'random' | 'prose', characters: number): PlayedTexts {
  const make =
    text === 'random' ? () => randomText(characters) : (seed: number) => madeUpProse(characters, seed);
  return {
    question: (turn) => make(2 * turn),
    answer: (turn) => make(2 * turn + 1),
    summary: (turn) => `[Topic: Talk] ${madeUpProse(SUMMARY_CHARACTERS, 7_000_000 + turn)}`,
  };
}

function randomText(characters: number): string {
  const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 ';
  return Array.from({ length: characters }, () => letters[Math.floor(Math.random() * letters.length)]).join(
    '',
  );
}

type Bytes = ReadonlyMap<string, number>;

async function storedBytes(db: Database): Promise<Bytes> {
  const { rows } = await sql<{ name: string; bytes: string }>`
    select relname as name, pg_total_relation_size(oid) as bytes from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(db);
  return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]));
}

function total(bytes: Bytes, isCounted: (table: string) => boolean = () => true): number {
  return [...bytes].reduce((sum, [table, value]) => sum + (isCounted(table) ? value : 0), 0);
}

function isOfGraph(table: string): boolean {
  return table.startsWith('trajectory_');
}

function isOfThread(table: string): boolean {
  return !isOfGraph(table);
}

function report({ text, characters, mark, start, end }: ReportInput): void {
  const perTurn = [...end]
    .map(([name, bytes]) => ({ name, bytes: Math.round((bytes - (start.get(name) ?? 0)) / mark) }))
    .filter(({ bytes }) => bytes > 0)
    .sort((a, b) => b.bytes - a.bytes)
    .map(({ name, bytes }) => `${name} ${bytes}`);
  const sum = Math.round((total(end) - total(start)) / mark);
  console.log(`${text} ${characters}, ${mark} turns: ${sum} bytes a turn: ${perTurn.join(', ')}`);
}

interface ReportInput {
  text: string;
  characters: number;
  mark: number;
  start: Bytes;
  end: Bytes;
}
