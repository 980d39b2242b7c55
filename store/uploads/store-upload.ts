import { sql } from 'kysely';
import { holdingPlaces } from '../read-user-limits.js';
import { findFileLimit, type FileLimit, type FilesOverLimit } from './file-limit.js';
import type { NewFile } from '../../protocol/file-facts.js';
import type { Database, DatabaseTransaction } from '../database.js';

async function storeUpload(db: Database, user: string, upload: NewFile): Promise<void> {
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
        // Replaced, because an earlier attempt may have timed out while reading.
        extracted: eb.ref('excluded.extracted'),
        problem: eb.ref('excluded.problem'),
      })),
    )
    .execute();
}

export async function storeUploads(
  trx: DatabaseTransaction,
  files: readonly NewFile[],
  { user, limit }: { user: string; limit: FileLimit },
): Promise<FilesOverLimit | undefined> {
  if (files.length === 0) return undefined;
  await sql`select where ${holdingPlaces({ user, limit: 'storedBytes' })}`.execute(trx);
  const over = await findFileLimit(trx, { user, limit, files });
  if (!over) for (const file of files) await storeUpload(trx, user, file);
  return over;
}

/** Throws if other files used up the space. The next try then rejects the messages. */
export async function storeCheckedUploads(
  trx: DatabaseTransaction,
  {
    user,
    uploads = [],
    maxStoredBytes = null,
  }: { user: string; uploads?: readonly NewFile[] | undefined; maxStoredBytes?: number | null },
): Promise<void> {
  const over = await storeUploads(trx, uploads, { user, limit: maxStoredBytes });
  if (over) throw new Error("The user's other files have used up the storage meanwhile");
}

/** Returns false if the file is missing or was not read completely. */
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
