import { sql } from 'kysely';
import { artifactFailure, type NewArtifact } from './artifacts.js';
import { checkStorage, holdStorage } from './check-storage.js';
import type { Database, DatabaseTransaction } from '../database.js';
import type { ToolCallKey } from '../call-key.js';
import type { FileLimit } from '../uploads/file-limit.js';

const FIRST_SAVED_PART = 1_000_000_000;

export interface SavedArtifact extends ToolCallKey, Omit<NewArtifact, 'part'> {
  attempt: number;
  storageLimit?: FileLimit | undefined;
}

/** `call-ended` includes a call with a later try. */
type SaveArtifactOutcome = 'saved' | 'name-taken' | 'call-ended';

export async function saveArtifact(db: Database, artifact: SavedArtifact): Promise<SaveArtifactOutcome> {
  return db.transaction().execute(async (trx) => {
    if (!(await lockRunningCall(trx, artifact))) return 'call-ended';
    const user = await holdStorage(trx, artifact.executionId);
    if (!(await upsert(trx, { ...artifact, user }))) return 'name-taken';
    await checkStorage(trx, { user, limit: artifact.storageLimit });
    return 'saved';
  });
}

/** Prevents others from ending the call or numbering its artifacts. */
async function lockRunningCall(
  trx: DatabaseTransaction,
  { executionId, step, ordinal, attempt }: SavedArtifact,
): Promise<boolean> {
  const call = await trx
    .selectFrom('tool_call')
    .select('attempt')
    .where('execution_id', '=', executionId)
    .where('step', '=', step)
    .where('ordinal', '=', ordinal)
    .where('attempt', '=', attempt)
    .where('finished_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return call !== undefined;
}

async function upsert(
  trx: DatabaseTransaction,
  {
    executionId,
    user,
    step,
    ordinal,
    name,
    mediaType,
    content,
    tokens,
  }: SavedArtifact & { user: string | null },
): Promise<boolean> {
  const part = sql<number>`(select coalesce(max(part) + 1, ${FIRST_SAVED_PART}) from artifact
    where execution_id = ${executionId} and step = ${step} and ordinal = ${ordinal} and part >= ${FIRST_SAVED_PART})`;
  try {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('artifact')
      .values({
        execution_id: executionId,
        user_id: user,
        step,
        ordinal,
        part,
        name,
        media_type: mediaType,
        content: Buffer.from(content.buffer, content.byteOffset, content.byteLength),
        token_count: tokens,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['execution_id', 'name'])
          .doUpdateSet((eb) => ({
            media_type: eb.ref('excluded.media_type'),
            content: eb.ref('excluded.content'),
            token_count: eb.ref('excluded.token_count'),
          }))
          .whereRef('artifact.step', '=', 'excluded.step')
          .whereRef('artifact.ordinal', '=', 'excluded.ordinal'),
      )
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  } catch (error) {
    throw artifactFailure(error);
  }
}
