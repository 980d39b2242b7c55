import type { Database } from '../database.js';
import { isHandedTo } from './handed-files.js';

/** Finds a file of a user, or one that was handed on with a fork, by its hash, with its content. Undefined: there is none. */
export async function findUpload(db: Database, { user, hash }: { user: string; hash: string }) {
  const files = db
    .selectFrom('upload')
    .select(['kind', 'media_type as mediaType', 'bytes', 'width', 'height', 'content'])
    .where('hash', '=', hash);
  const own = await files.where('user_id', '=', user).executeTakeFirst();
  return own ?? files.where(isHandedTo(user)).executeTakeFirst();
}
