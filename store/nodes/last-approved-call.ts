import { sql } from 'kysely';
import type { Database } from '../database.js';

export interface ApprovedCall {
  executionId: number;
  step: number;
  ordinal: number;
  answer: string | null;
}

export async function findLastApprovedCall(
  db: Database,
  { userId, toolName }: { userId: string; toolName: string },
): Promise<ApprovedCall | undefined> {
  return (
    db
      .selectFrom('approval')
      .select(['execution_id as executionId', 'step', 'ordinal', 'answer'])
      .where('asked_user_id', '=', userId)
      .where('tool_name', '=', toolName)
      // A literal, because a prepared statement with a parameter cannot use the partial index.
      .where('status', '=', sql.lit('confirmed'))
      .where('wants_output', '=', false)
      .orderBy('finished_at', 'desc')
      .limit(1)
      .executeTakeFirst()
  );
}
