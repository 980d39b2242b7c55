import { sql } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../database.js';
import { isConnectionError } from '../is-connection-error.js';
import { NOTIFY_CHANNEL } from '../notify.js';
import { createBatcher } from '../batcher.js';
import type { CallKey } from './call-key.js';

/** Offsets count UTF-16 units of the call's text and thoughts. */
export interface StreamedPiece {
  readonly startOffset: number;
  readonly text: string;
  readonly reasoningOffset?: number;
  readonly reasoning?: string;
}

export type StreamedChunk = CallKey & StreamedPiece & { workflowId: string; attempt: number };

const RETRY_MS = 100;

/** Notifies readers too. Returns false if the call has ended or a newer attempt took over. */
export type AppendChunk = (chunk: StreamedChunk) => Promise<boolean>;

/**
 * Writes the chunks of all answers of a process: one statement for all that come during a running one, so that
 * load makes statements larger instead of more.
 */
export function createChunkWriter(db: Database): AppendChunk {
  return createBatcher(async (chunks: readonly StreamedChunk[]) => {
    try {
      return await appendChunks(db, chunks);
    } catch (error) {
      if (!isConnectionError(error)) throw error;
      // A failed write ends its model call: one broken connection must not end many. By then, the pool has
      // noticed the end of the connection.
      await sleep(RETRY_MS);
      return appendChunks(db, chunks);
    }
  });
}

/**
 * The commit does not wait for the disk: Postgres notifies one transaction at a time, and a flush would hold
 * up all others. A crash of Postgres loses at most text that comes again with the stored message; readers stop
 * at a missing piece.
 */
async function appendChunks(db: Database, chunks: readonly StreamedChunk[]): Promise<boolean[]> {
  const numbers = (read: (chunk: StreamedChunk) => number) => sql`${chunks.map(read)}::integer[]`;
  const texts = (read: (chunk: StreamedChunk) => string) => sql`${chunks.map(read)}::text[]`;
  const { rows } = await sql<{ nth: number }>`
    with said as (
      select * from unnest(${chunks.map(({ executionId }) => executionId)}::bigint[], ${chunks.map(({ step }) => step)}::bigint[],
        ${numbers(({ attempt }) => attempt)}, ${numbers(({ startOffset }) => startOffset)}, ${texts(({ text }) => text)},
        ${numbers(({ reasoningOffset = 0 }) => reasoningOffset)}, ${texts(({ reasoning = '' }) => reasoning)},
        ${texts(({ workflowId }) => workflowId)})
      with ordinality as chunk (execution_id, step, attempt, start_offset, content, reasoning_offset, reasoning,
        workflow_id, nth)
    ),
    wanted as (
      select said.* from said join model_call call using (execution_id, step, attempt) where call.status = 'running'
    ),
    added as (
      insert into stream_chunk (execution_id, step, attempt, start_offset, content, reasoning_offset, reasoning)
      select execution_id, step, attempt, start_offset, content, reasoning_offset, reasoning from wanted
      on conflict do nothing
    )
    select nth::integer, pg_notify(${NOTIFY_CHANNEL}, workflow_id), set_config('synchronous_commit', 'off', true)
    from wanted`.execute(db);
  const written = new Set(rows.map(({ nth }) => nth));
  return chunks.map((_chunk, index) => written.has(index + 1));
}

export async function deleteChunks(db: Database, key: CallKey): Promise<void> {
  await db
    .deleteFrom('stream_chunk')
    .where('execution_id', '=', key.executionId)
    .where('step', '=', key.step)
    .execute();
}
