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
import { holdingPlaces } from '../read-user-limits.js';
import { ArtifactsRefusedError } from './artifacts-refused-error.js';

export async function holdStorage(trx: DatabaseTransaction, executionId: number): Promise<string | null> {
  const { user } = await trx
    .selectFrom('execution')
    .select('user_id as user')
    .where('id', '=', executionId)
    .executeTakeFirstOrThrow();
  if (user !== null) await sql`select where ${holdingPlaces({ user, limit: 'storedBytes' })}`.execute(trx);
  return user;
}

/** Sweeps unused files before it throws. */
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
  if (over) throw new ArtifactsRefusedError(artifactsFull({ user, ...over }));
}
