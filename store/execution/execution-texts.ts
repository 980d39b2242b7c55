import type { Database } from '../database.js';

export async function keepExecutionTexts(
  db: Database,
  { executionId, texts }: { executionId: number; texts: ReadonlyMap<string, string> },
): Promise<void> {
  if (texts.size === 0) return;
  await db
    .insertInto('execution_text')
    .values([...texts].map(([hash, content]) => ({ execution_id: executionId, hash, content })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function loadExecutionTexts(
  db: Database,
  { executionId, hashes }: { executionId: number; hashes: readonly string[] },
): Promise<Map<string, string>> {
  if (hashes.length === 0) return new Map();
  const rows = await db
    .selectFrom('execution_text')
    .select(['hash', 'content'])
    .where('execution_id', '=', executionId)
    .where('hash', 'in', [...hashes])
    .execute();
  const texts = new Map(rows.map(({ hash, content }) => [hash, content]));
  const missing = hashes.find((hash) => !texts.has(hash));
  if (missing !== undefined)
    throw new Error(`Execution ${executionId} has no text with the hash '${missing}'`);
  return texts;
}
