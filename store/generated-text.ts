import { createHash } from 'node:crypto';
import type { Database } from './database.js';

/** Hashes this process has stored: prompts repeat with every call, and asking again would be a query each. */
const remembered = new WeakMap<Database, Set<string>>();

/** Stores a prompt or tool schemas once and returns the hash to find them by. */
export async function rememberText(db: Database, content: string): Promise<string> {
  const hash = createHash('sha256').update(content).digest('hex');
  const known = remembered.get(db) ?? new Set();
  remembered.set(db, known);
  if (!known.has(hash)) {
    await db
      .insertInto('generated_text')
      .values({ hash, content })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    known.add(hash);
  }
  return hash;
}

/** The text of a hash. Throws when it is not stored: a manifest that points nowhere. */
export async function recallText(db: Database, hash: string): Promise<string> {
  const row = await db
    .selectFrom('generated_text')
    .select('content')
    .where('hash', '=', hash)
    .executeTakeFirst();
  if (row === undefined) throw new Error(`No generated text has the hash '${hash}'`);
  return row.content;
}
