import type { Database } from '../database.js';

export async function findUploads(
  db: Database,
  { user, hashes }: { user: string; hashes: readonly string[] },
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('upload')
    .select('hash')
    .where('user_id', '=', user)
    .where('hash', 'in', hashes)
    .execute();
  return new Set(rows.map(({ hash }) => hash));
}
