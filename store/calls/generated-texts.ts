import { contentHash } from '../../context/text/content-hash.js';
import type { Database } from '../database.js';

/** Bounded, because each call may have a different generated prompt. */
const known = new WeakMap<Database, Map<string, string>>();
const MAX_KNOWN = 200;

export async function rememberText(db: Database, content: string): Promise<string> {
  const hash = contentHash(content);
  if (listKnown(db).has(hash)) return hash;
  await db
    .insertInto('generated_text')
    .values({ hash, content })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  keep(db, hash, content);
  return hash;
}

export async function recallText(db: Database, hash: string): Promise<string> {
  const kept = listKnown(db).get(hash);
  if (kept !== undefined) return kept;
  const row = await db
    .selectFrom('generated_text')
    .select('content')
    .where('hash', '=', hash)
    .executeTakeFirst();
  if (!row) throw new Error(`No generated text has the hash '${hash}'`);
  keep(db, hash, row.content);
  return row.content;
}

function keep(db: Database, hash: string, content: string): void {
  const texts = listKnown(db);
  const [oldest] = texts.keys();
  if (texts.size >= MAX_KNOWN && oldest !== undefined) texts.delete(oldest);
  texts.set(hash, content);
}

function listKnown(db: Database): Map<string, string> {
  const texts = known.get(db) ?? new Map<string, string>();
  known.set(db, texts);
  return texts;
}
