import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { readConfig } from '../../config.js';

/** Postgres stems the file as in the index, without stop words. Needs DATABASE_URL. */
const SOURCE = join(import.meta.dirname, 'near-synonyms.txt');
const OUTPUT = join(dirname(dirname(import.meta.dirname)), 'context', 'retrieval', 'near-synonym-data.ts');
const LINE_CHARACTERS = 105;

interface Group {
  readonly mark: string;
  readonly words: readonly string[];
}

const { databaseUrl } = readConfig();
if (databaseUrl === undefined) throw new Error('Environment variable DATABASE_URL is missing');
const client = new pg.Client(databaseUrl);
await client.connect();
try {
  writeFileSync(OUTPUT, toModule(await stemmed(readGroups())));
} finally {
  await client.end();
}

function readGroups(): Group[] {
  return readFileSync(SOURCE, 'utf8')
    .split('\n')
    .filter((line) => /^[=~>] /.test(line))
    .map((line) => ({ mark: line.slice(0, 1), words: line.slice(2).replace(':', '').split(/ +/) }));
}

async function stemmed(groups: readonly Group[]): Promise<Group[]> {
  const words = [...new Set(groups.flatMap((group) => group.words))];
  const { rows } = await client.query<{ word: string; stems: string[] }>(
    `select word, tsvector_to_array(to_tsvector('english', word)) as stems from unnest($1::text[]) as word`,
    [words],
  );
  const stems = new Map(rows.map((row) => [row.word, row.stems.length === 1 ? row.stems : []]));
  return groups
    .map(({ mark, words }) => ({ mark, words: [...new Set(words.flatMap((word) => stems.get(word) ?? []))] }))
    .filter((group) => group.words.length > 1);
}

function toModule(groups: readonly Group[]): string {
  const lines: string[] = [];
  let line = '';
  for (const { mark, words } of groups) {
    const group = `${mark}${words.join(' ')};`;
    if (line !== '' && line.length + group.length > LINE_CHARACTERS) {
      lines.push(line);
      line = '';
    }
    line += group;
  }
  lines.push(line);
  return `/**
 * Lexemes that belong together, as \`npm run write-near-synonyms\` made them of words: \`=\` forms of one word, \`~\` one
 * for the first and the first for each, \`>\` a kind and what is of it; each group ends with a semicolon.
 */
export const NEAR_SYNONYM_DATA = \`
${lines.join('\n')}
\`;
`;
}
