import { sql } from 'kysely';
import type { Database } from '../database.js';
import { NOTIFY_CHANNEL } from '../notify.js';
import type { CallKey } from './call-key.js';

/** Offsets count UTF-16 units of the call's text and thoughts. */
export interface StreamedPiece {
  readonly startOffset: number;
  readonly text: string;
  readonly reasoningOffset?: number;
  readonly reasoning?: string;
}

/** Notifies readers too. Returns false if the call has ended or a newer attempt took over. */
export async function appendChunk(
  db: Database,
  chunk: CallKey & StreamedPiece & { workflowId: string; attempt: number },
): Promise<boolean> {
  const result = await sql<{ notified: string }>`
    with added as (
      insert into stream_chunk (execution_id, step, attempt, start_offset, content, reasoning_offset, reasoning)
      select execution_id, step, attempt, ${chunk.startOffset}::integer, ${chunk.text},
        ${chunk.reasoningOffset ?? 0}::integer, ${chunk.reasoning ?? ''}
      from model_call
      where execution_id = ${chunk.executionId} and step = ${chunk.step}
        and attempt = ${chunk.attempt} and status = 'running'
      returning 1
    )
    select pg_notify(${NOTIFY_CHANNEL}, ${chunk.workflowId}) as notified from added`.execute(db);
  return result.rows.length > 0;
}

export async function deleteChunks(db: Database, key: CallKey): Promise<void> {
  await db
    .deleteFrom('stream_chunk')
    .where('execution_id', '=', key.executionId)
    .where('step', '=', key.step)
    .execute();
}
