import { sql } from 'kysely';
import { artifactsFull } from '../../protocol/user-limits.js';
import type { DatabaseTransaction } from '../database.js';
import {
  orAfterSweep,
  selectMostBytes,
  selectUsedBytes,
  type FileLimit,
  type FilesOverLimit,
} from '../uploads/file-limit.js';
import { holdingPlaces } from '../users/user-limits.js';
import { ArtifactsRefusedError } from './artifacts-refused-error.js';

/** Finds the user of an execution. Until the transaction ends, nothing else that counts is stored for this user. Null: it has none. */
export async function holdStorage(trx: DatabaseTransaction, executionId: number): Promise<string | null> {
  const { user } = await trx
    .selectFrom('execution')
    .select('user_id as user')
    .where('id', '=', executionId)
    .executeTakeFirstOrThrow();
  if (user !== null) await sql`select where ${holdingPlaces({ user, limit: 'storedBytes' })}`.execute(trx);
  return user;
}

/**
 * Throws `ArtifactsRefusedError` if a user has more than the limit now that the transaction has stored artifacts, also after removing
 * files that no message had for an hour.
 */
export async function checkStorage(
  trx: DatabaseTransaction,
  { user, limit = null }: { user: string | null; limit?: FileLimit | undefined },
): Promise<void> {
  if (user === null || limit === null) return;
  const over = await orAfterSweep(trx, {
    user,
    async compare() {
      const { rows } = await sql<FilesOverLimit>`
        select used, most from (${selectMostBytes(limit)}) as at_most, (${selectUsedBytes(user)}) as stored
        where used > most`.execute(trx);
      return rows[0];
    },
  });
  if (over !== undefined) throw new ArtifactsRefusedError(artifactsFull({ user, ...over }));
}
