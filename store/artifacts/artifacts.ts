import pg from 'pg';
import { errorMessage } from '../../protocol/error-message.js';
import type { Database, DatabaseTransaction } from '../database.js';
import { isConnectionError } from '../is-connection-error.js';
import type { ToolCallKey } from '../calls/call-key.js';

/** A part of a tool's result that is stored beside the trace. */
export interface NewArtifact {
  /** 0: the text or the data; 1 and up: its pictures, by their place in the result. */
  part: number;
  name: string;
  mediaType: string;
  content: Uint8Array;
  tokens: number;
}

export interface StoredArtifact {
  name: string;
  mediaType: string;
  /** Byte for byte what was stored. */
  content: Buffer;
  tokens: number;
}

/** Postgres took the connection but not the artifacts, and will not take them the next time either. */
export class ArtifactsRefusedError extends Error {
  constructor(cause: unknown) {
    super(`Postgres refused an artifact: ${errorMessage(cause)}`, {
      cause,
    });
    this.name = 'ArtifactsRefusedError';
  }
}

/** Classes of SQLSTATE that pass: a transaction rolled back, an operator's intervention, a lock not to be had. */
const PASSING_CLASSES = new Set(['40', '57', '55']);

/**
 * Stores the artifacts of a tool's result, once: those that are there stay. Throws `ArtifactsRefusedError` when
 * Postgres will never take them; what may pass, as a lost connection, is thrown as it is.
 */
export async function insertArtifacts(
  trx: DatabaseTransaction,
  call: ToolCallKey & { artifacts: readonly NewArtifact[] },
): Promise<void> {
  if (call.artifacts.length === 0) return;
  const rows = call.artifacts.map(({ part, name, mediaType, content, tokens }) => ({
    execution_id: call.executionId,
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
}

/** What to throw for an error of storing artifacts: `ArtifactsRefusedError` for one that will come again. */
export function artifactFailure(error: unknown): unknown {
  return isRefusal(error) ? new ArtifactsRefusedError(error) : error;
}

function isRefusal(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError) || isConnectionError(error)) return false;
  return !PASSING_CLASSES.has((error.code ?? '').slice(0, 2));
}

/**
 * The artifact of that name which an execution may read: its own, else the newest of its conversation since the
 * last clear. Never another conversation's; undefined: there is none.
 */
export async function findArtifact(
  db: Database,
  input: { executionId: number; conversationId: number | null; name: string },
): Promise<StoredArtifact | undefined> {
  const { executionId, conversationId, name } = input;
  const own = await selectArtifact(db)
    .where('artifact.execution_id', '=', executionId)
    .where('artifact.name', '=', name)
    .executeTakeFirst();
  if (own !== undefined || conversationId === null) return own;
  return selectArtifact(db)
    .innerJoin('execution', 'execution.id', 'artifact.execution_id')
    .innerJoin('conversation', 'conversation.id', 'execution.conversation_id')
    .where('conversation.id', '=', conversationId)
    .whereRef('execution.current_seq', '>', 'conversation.cleared_through')
    .where('artifact.name', '=', name)
    .orderBy('execution.id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The artifact at a place of an execution; undefined: that result was not too large. */
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
