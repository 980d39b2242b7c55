import { cleanTitle } from '../../context/threads/thread-title.js';
import type { Database } from '../database.js';

/** A model's title replaces only the first words; a user's replaces any. */
export async function setTitle(
  db: Database,
  input: { conversationId: number; title: string; byUser?: boolean },
): Promise<boolean> {
  const title = cleanTitle(input.title);
  if (title === '') return false;
  const { numUpdatedRows } = await db
    .updateTable('conversation')
    .set({ title, title_origin: input.byUser === true ? 'user' : 'model' })
    .where('id', '=', input.conversationId)
    .$if(input.byUser !== true, (query) =>
      query.where((eb) => eb.or([eb('title', 'is', null), eb('title_origin', '=', 'words')])),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
