import type { Database } from '../database.js';

/** A tool call that a person approved. */
export interface ApprovedCall {
  executionId: number;
  step: number;
  ordinal: number;
  /** A yes, or the input that the person gave instead. */
  answer: string | null;
}

/** Finds the call of a tool that was approved last in the executions of a user. Returns undefined if there is none. */
export async function findLastApprovedCall(
  db: Database,
  { userId, toolName }: { userId: string; toolName: string },
): Promise<ApprovedCall | undefined> {
  return db
    .selectFrom('approval')
    .select(['execution_id as executionId', 'step', 'ordinal', 'answer'])
    .where('asked_user_id', '=', userId)
    .where('tool_name', '=', toolName)
    .where('status', '=', 'confirmed')
    .where('wants_output', '=', false)
    .orderBy('finished_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}
