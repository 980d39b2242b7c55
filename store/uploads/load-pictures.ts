import type { Database } from '../database.js';
import { isHandedTo } from './handed-files.js';

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
  const handed = await files.where('hash', 'in', others).where(isHandedTo(user)).execute();
  for (const { hash, ...picture } of handed) found.set(hash, picture);
  return found;
}
