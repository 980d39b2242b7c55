import { cleanTitle } from '../../context/threads/thread-title.js';
import type { Database } from '../database.js';

/**
 * Gives a conversation or sub-thread a title: one that is made, only where there is none; one that its user gives, always.
 * False: there was one, or nothing is left of it on one line.
 */
export async function setTitle(
  db: Database,
  input: { conversationId: number; title: string; byUser?: boolean },
): Promise<boolean> {
  const title = cleanTitle(input.title);
  if (title === '') return false;
  const { numUpdatedRows } = await db
    .updateTable('conversation')
    .set({ title })
    .where('id', '=', input.conversationId)
    .$if(input.byUser !== true, (query) => query.where('title', 'is', null))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
