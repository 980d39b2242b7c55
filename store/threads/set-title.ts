import { cleanTitle } from '../../context/threads/thread-title.js';
import type { Database } from '../database.js';

/**
 * Sets the title of a conversation or sub-thread. A generated title is set only if there is none; a title from
 * the user always. False: there was a title already, or the new one is empty once it is reduced to one line.
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
