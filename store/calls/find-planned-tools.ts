import { sql } from 'kysely';
import type { Database } from '../database.js';

export async function findPlannedTools(
  db: Database,
  { executionId, afterStep, beforeStep }: { executionId: number; afterStep: number; beforeStep: number },
): Promise<string | undefined> {
  const { rows } = await sql<{ content: string }>`
    select content from generated_text where hash = (
      select manifest ->> 'tools' from context_manifest
      where execution_id = ${executionId} and step > ${afterStep} and step < ${beforeStep}
      order by step limit 1
    )
    union all
    select content from execution_text where execution_id = ${executionId} and hash = (
      select manifest ->> 'tools' from context_manifest
      where execution_id = ${executionId} and step > ${afterStep} and step < ${beforeStep}
      order by step limit 1
    )
    limit 1`.execute(db);
  return rows[0]?.content;
}
