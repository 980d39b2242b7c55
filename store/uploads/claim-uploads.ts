import { sql } from 'kysely';
import type { FileWithText } from '../../protocol/file-facts.js';
import type { DatabaseTransaction } from '../database.js';

/** Locks the files, so that the sweep does not delete them meanwhile. */
export async function claimUploads(
  trx: DatabaseTransaction,
  { user, hashes }: { user: string; hashes: readonly string[] },
): Promise<Map<string, FileWithText>> {
  if (hashes.length === 0) return new Map();
  const rows = await trx
    .updateTable('upload')
    .set({ used_at: sql<Date>`now()` })
    .where('user_id', '=', user)
    .where('hash', 'in', hashes)
    .returning([
      'hash',
      'kind',
      'media_type as mediaType',
      'bytes',
      'width',
      'height',
      'extracted',
      'problem',
    ])
    .execute();
  return new Map(rows.map((row) => [row.hash, row]));
}
