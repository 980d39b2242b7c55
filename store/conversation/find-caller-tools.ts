import type { CallerTools } from '../../protocol/caller-tools.js';
import type { Database } from '../database.js';

export async function findCallerTools(db: Database, workflowId: string): Promise<CallerTools | undefined> {
  const row = await db
    .selectFrom('execution')
    .innerJoin('conversation', 'conversation.id', 'execution.conversation_id')
    .select('caller_tools as callerTools')
    .where('execution.workflow_id', '=', workflowId)
    .executeTakeFirst();
  return row?.callerTools ?? undefined;
}
