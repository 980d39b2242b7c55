import { sql } from 'kysely';
import type { Database } from '../database.js';
import { deltaChannel } from '../notify.js';
import type { ToolCallKey } from '../call-key.js';

export interface ToolNote {
  step: number;
  call: string;
  name: string;
  text: string;
}

/** Does not wait for the disk, because a lost note does no harm. */
export async function noteToolProgress(
  db: Database,
  { executionId, step, ordinal, attempt, workflowId, text }: NewToolNote,
): Promise<void> {
  await sql`
    with noted as (
      update tool_call set progress = ${text} where execution_id = ${executionId} and step = ${step}
        and ordinal = ${ordinal} and attempt = ${attempt} and finished_at is null returning step
    )
    select pg_notify(${deltaChannel(workflowId)}, ${workflowId}), set_config('synchronous_commit', 'off', true)
    from noted`.execute(db);
}

type NewToolNote = ToolCallKey & { attempt: number; workflowId: string; text: string };

export async function loadToolNotes(db: Database, executionId: number): Promise<ToolNote[]> {
  const rows = await db
    .selectFrom('tool_call')
    .select(['step', 'ordinal', 'name', 'progress'])
    .where('execution_id', '=', executionId)
    .where('progress', 'is not', null)
    .where('finished_at', 'is', null)
    .orderBy('step')
    .orderBy('ordinal')
    .execute();
  return rows.map(({ step, ordinal, name, progress }) => ({
    step,
    call: `${step}.${ordinal}`,
    name,
    text: progress ?? '',
  }));
}
