import { sql } from 'kysely';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { payloadTexts } from '../../../packages/testing/history-summary.js';
import type { TestSystem } from '../../../packages/testing/test-system.js';

export async function findInPostgres(
  { db }: Pick<TestSystem, 'db'>,
  words: readonly string[],
): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select oid::regclass::text as name from pg_class
    where relkind in ('r', 'm') and relnamespace::regnamespace::text !~ '^(pg_|information_schema)'`.execute(
    db,
  );
  const found = new Set<string>();
  for (const { name } of [...tables, { name: 'pg_largeobject' }]) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.raw(name)} as t`.execute(db);
    for (const word of findIn(
      rows.map(({ row }) => row),
      words,
    ))
      found.add(`${name}: ${word}`);
  }
  return [...found].sort();
}

export async function findInTemporal(
  { temporal, taskQueue }: Pick<TestSystem, 'temporal' | 'taskQueue'>,
  words: readonly string[],
): Promise<string[]> {
  const texts: string[] = [];
  for await (const { workflowId, runId, memo, searchAttributes } of temporal.workflow.list({
    query: `TaskQueue = "${taskQueue}"`,
  })) {
    texts.push(JSON.stringify([workflowId, memo, searchAttributes]));
    texts.push(...(await payloadTexts(temporal.workflow.getHandle(workflowId, runId)).catch(() => [])));
  }
  return findIn(texts, words);
}

export async function findInFolder(folder: string, words: readonly string[]): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const texts = await Promise.all(
    entries.map((entry) =>
      entry.isFile() ? readFile(join(entry.parentPath, entry.name), 'latin1') : entry.name,
    ),
  );
  return findIn([...texts, ...entries.map(({ name }) => name)], words);
}

export function findIn(texts: readonly string[], words: readonly string[]): string[] {
  const whole = texts.join('\n').toLowerCase();
  return words.filter((word) => whole.includes(word) || whole.includes(Buffer.from(word).toString('hex')));
}
