import { CursorError } from '../../store/cursor.js';
import { ThreadlineError } from '../threadline-error.js';

export async function orInvalidCursor<Page>(read: () => Promise<Page>): Promise<Page> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof CursorError)) throw error;
    throw new ThreadlineError('Client.InvalidCursor', error.message);
  }
}
