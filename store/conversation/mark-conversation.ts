import { sql } from 'kysely';
import type { ConversationMarks } from '../../views/conversation.js';
import type { Database } from '../database.js';

export async function markConversation(
  db: Database,
  workflowId: string,
  { isPinned, isArchived }: ConversationMarks,
): Promise<boolean> {
  const at = (isMarked: boolean | undefined) =>
    isMarked === undefined ? undefined : isMarked ? sql<Date>`now()` : null;
  const { numUpdatedRows } = await db
    .updateTable('conversation')
    .set({
      // A no-op that keeps the SQL valid if nothing else changes.
      workflow_id: workflowId,
      pinned_at: at(isPinned),
      archived_at: at(isArchived),
    })
    .where('workflow_id', '=', workflowId)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
