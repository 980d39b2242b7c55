import type { Database } from '../database.js';
import { findHandedFiles } from './handed-files.js';

export interface StoredPicture {
  mediaType: string;
  content: Buffer;
}

export async function loadPictures(
  db: Database,
  { user, hashes }: { user: string; hashes: readonly string[] },
): Promise<Map<string, StoredPicture>> {
  const files = db.selectFrom('upload').select(['hash', 'media_type as mediaType', 'content']);
  const own = await files.where('user_id', '=', user).where('hash', 'in', hashes).execute();
  const found = new Map(own.map(({ hash, ...picture }) => [hash, picture]));
  const others = hashes.filter((hash) => !found.has(hash));
  if (others.length === 0) return found;
  for (const { owner, hash } of await findHandedFiles(db, { user, hashes: others })) {
    const picture = await files.where('user_id', '=', owner).where('hash', '=', hash).executeTakeFirst();
    if (picture) found.set(hash, { mediaType: picture.mediaType, content: picture.content });
  }
  return found;
}
