import { sql } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../database.js';
import { isConnectionError } from '../is-connection-error.js';
import { deltaChannel } from '../notify.js';
import { createBatcher } from '../batcher.js';
import type { CallKey } from '../call-key.js';

/** All lengths are in UTF-16 units. */
export interface StreamedPiece {
  readonly startOffset: number;
  readonly text: string;
  readonly reasoningOffset?: number;
  readonly reasoning?: string;
}

export type StreamedChunk = CallKey & StreamedPiece & { workflowId: string; attempt: number };

const RETRY_MS = 100;

/** Returns false if the call ended or a newer attempt owns it. */
export type AppendChunk = (chunk: StreamedChunk) => Promise<boolean>;

/** Under load, statements become larger instead of more frequent. */
export function createChunkWriter(db: Database): AppendChunk {
  return createBatcher(async (chunks: readonly StreamedChunk[]) => {
    try {
      return await appendChunks(db, chunks);
    } catch (error) {
      if (!isConnectionError(error)) throw error;
      // By then, the pool has a new connection. Without this retry, every call in the batch would end.
      await sleep(RETRY_MS);
      return appendChunks(db, chunks);
    }
  });
}

/**
 * Commits without waiting for the disk: Postgres notifies one transaction at a time, so a flush would delay
 * all others. After a crash, the stored message has the text.
 */
async function appendChunks(db: Database, chunks: readonly StreamedChunk[]): Promise<boolean[]> {
  const numbers = (read: (chunk: StreamedChunk) => number) => sql`${chunks.map(read)}::integer[]`;
  const texts = (read: (chunk: StreamedChunk) => string) => sql`${chunks.map(read)}::text[]`;
  const { rows } = await sql<{ nth: number }>`
    with said as (
      select * from unnest(${chunks.map(({ executionId }) => executionId)}::bigint[], ${chunks.map(({ step }) => step)}::bigint[],
        ${numbers(({ attempt }) => attempt)}, ${numbers(({ startOffset }) => startOffset)}, ${texts(({ text }) => text)},
        ${numbers(({ reasoningOffset = 0 }) => reasoningOffset)}, ${texts(({ reasoning = '' }) => reasoning)},
        ${texts(({ workflowId }) => workflowId)}, ${texts(({ workflowId }) => deltaChannel(workflowId))})
      with ordinality as chunk (execution_id, step, attempt, start_offset, content, reasoning_offset, reasoning,
        workflow_id, channel, nth)
    ),
    wanted as (
      select said.* from said join model_call call using (execution_id, step, attempt) where call.status = 'running'
    ),
    added as (
      insert into stream_chunk (execution_id, step, attempt, start_offset, content, reasoning_offset, reasoning)
      select execution_id, step, attempt, start_offset, content, reasoning_offset, reasoning from wanted
      on conflict do nothing
    )
    select nth::integer, pg_notify(channel, workflow_id), set_config('synchronous_commit', 'off', true)
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
