import pg from 'pg';
import { isSeenExecution } from '../branches/seen-messages.js';
import type { Database, DatabaseTransaction } from '../database.js';
import { isConnectionError } from '../is-connection-error.js';
import type { ToolCallKey } from '../call-key.js';
import type { FileLimit } from '../uploads/file-limit.js';
import { ArtifactsRefusedError } from './artifacts-refused-error.js';
import { checkStorage, holdStorage } from './check-storage.js';

export interface NewArtifact {
  part: number;
  name: string;
  mediaType: string;
  content: Uint8Array;
  tokens: number;
}

export interface StoredArtifact {
  name: string;
  mediaType: string;
  content: Buffer;
  tokens: number;
}

/** SQLSTATE classes of rollback, operator intervention, and lock not available. */
const TRANSIENT_ERROR_CLASSES = new Set(['40', '57', '55']);

export async function insertArtifacts(
  trx: DatabaseTransaction,
  call: ToolCallKey & { artifacts: readonly NewArtifact[]; storageLimit?: FileLimit | undefined },
): Promise<void> {
  if (call.artifacts.length === 0) return;
  const user = await holdStorage(trx, call.executionId);
  const rows = call.artifacts.map(({ part, name, mediaType, content, tokens }) => ({
    execution_id: call.executionId,
    user_id: user,
    step: call.step,
    ordinal: call.ordinal,
    part,
    name,
    media_type: mediaType,
    content: Buffer.from(content.buffer, content.byteOffset, content.byteLength),
    token_count: tokens,
  }));
  try {
    await trx
      .insertInto('artifact')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  } catch (error) {
    throw artifactFailure(error);
  }
  await checkStorage(trx, { user, limit: call.storageLimit });
}

export function artifactFailure(error: unknown): unknown {
  return isRefusal(error) ? new ArtifactsRefusedError(error) : error;
}

function isRefusal(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError) || isConnectionError(error)) return false;
  return !TRANSIENT_ERROR_CLASSES.has((error.code ?? '').slice(0, 2));
}

export async function findArtifact(
  db: Database,
  input: { executionId: number; conversationId: number | null; name: string },
): Promise<StoredArtifact | undefined> {
  const { executionId, conversationId, name } = input;
  const own = await selectArtifact(db)
    .where('artifact.execution_id', '=', executionId)
    .where('artifact.name', '=', name)
    .executeTakeFirst();
  if (own || conversationId === null) return own;
  return selectArtifact(db)
    .innerJoin('execution', 'execution.id', 'artifact.execution_id')
    .innerJoin('conversation', 'conversation.id', 'execution.conversation_id')
    .where('conversation.id', '=', conversationId)
    .whereRef('execution.current_seq', '>', 'conversation.cleared_through')
    .where(isSeenExecution({ conversationId }))
    .where('artifact.name', '=', name)
    .orderBy('execution.id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function findArtifactAt(
  db: Database,
  place: ToolCallKey & { part: number },
): Promise<StoredArtifact | undefined> {
  return selectArtifact(db)
    .where('artifact.execution_id', '=', place.executionId)
    .where('artifact.step', '=', place.step)
    .where('artifact.ordinal', '=', place.ordinal)
    .where('artifact.part', '=', place.part)
    .executeTakeFirst();
}

function selectArtifact(db: Database) {
  return db
    .selectFrom('artifact')
    .select([
      'artifact.name',
      'artifact.media_type as mediaType',
      'artifact.content',
      'artifact.token_count as tokens',
    ]);
}
