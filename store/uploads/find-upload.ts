import type { Database } from '../database.js';

/** Finds a file of a user by its hash, with its content. Undefined: the user has none. */
export async function findUpload(db: Database, { user, hash }: { user: string; hash: string }) {
  return db
    .selectFrom('upload')
    .select(['kind', 'media_type as mediaType', 'bytes', 'width', 'height', 'content'])
    .where('user_id', '=', user)
    .where('hash', '=', hash)
    .executeTakeFirst();
}
