import { sql } from 'kysely';
import { holdingPlaces } from '../users/user-limits.js';
import { findFileLimit, type FileLimit, type FilesOverLimit } from './file-limit.js';
import type { NewFile } from '../../protocol/file-facts.js';
import type { Database } from '../database.js';

/** Stores a file of a user once, however often it is sent. One that is there already is kept for as long as a new one. */
export async function storeUpload(db: Database, user: string, upload: NewFile): Promise<void> {
  const { hash, kind, mediaType, bytes, width, height, content, extracted, problem } = upload;
  await db
    .insertInto('upload')
    .values({
      user_id: user,
      hash,
      kind,
      media_type: mediaType,
      bytes,
      width,
      height,
      content: Buffer.from(content.buffer, content.byteOffset, content.byteLength),
      extracted,
      problem,
    })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'hash']).doUpdateSet((eb) => ({
        used_at: sql<Date>`now()`,
        // There was less time to read it before.
        extracted: eb.ref('excluded.extracted'),
        problem: eb.ref('excluded.problem'),
      })),
    )
    .execute();
}

/**
 * Stores a new file of a user if it fits beside the others. Two files that come at once are counted one after the other. Returns what
 * the user has where it does not fit; undefined: it is stored.
 */
export async function storeNewUpload(
  db: Database,
  upload: NewFile,
  { user, limit }: { user: string; limit: FileLimit },
): Promise<FilesOverLimit | undefined> {
  return db.transaction().execute(async (trx) => {
    await sql`select where ${holdingPlaces({ user, limit: 'storedBytes' })}`.execute(trx);
    const over = await findFileLimit(trx, { user, limit, files: [upload] });
    if (over === undefined) await storeUpload(trx, user, upload);
    return over;
  });
}

/** Notes that a file of a user is sent again. False: the user has no such file that was read whole, so it must be stored. */
export async function touchUpload(db: Database, key: { user: string; hash: string }): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('upload')
    .set({ used_at: sql<Date>`now()` })
    .where('user_id', '=', key.user)
    .where('hash', '=', key.hash)
    .where('problem', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
