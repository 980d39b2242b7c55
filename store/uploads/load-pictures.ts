import type { Database } from '../database.js';

/** A stored picture. */
export interface StoredPicture {
  mediaType: string;
  content: Buffer;
}

/** Loads files of a user by their hashes; what is gone is not among them. */
export async function loadPictures(
  db: Database,
  { user, hashes }: { user: string; hashes: readonly string[] },
): Promise<Map<string, StoredPicture>> {
  const rows = await db
    .selectFrom('upload')
    .select(['hash', 'media_type as mediaType', 'content'])
    .where('user_id', '=', user)
    .where('hash', 'in', hashes)
    .execute();
  return new Map(rows.map(({ hash, ...picture }) => [hash, picture]));
}
