import { errorMessage } from '../protocol/error-message.js';
import { sweepStoredTexts } from '../store/conversation/sweep-stored-texts.js';
import type { Database } from '../store/database.js';
import { sweepUploads } from '../store/uploads/sweep-uploads.js';
import { sweepRequestKeys } from '../store/users/request-keys.js';
import { keepDoing } from './keep-doing.js';

const HOUR_MS = 3_600_000;

/**
 * Removes unreferenced texts, files and request keys, at once and then hourly. Returns a function that
 * stops it.
 */
export function keepSwept(
  { db, everyMs = HOUR_MS }: { db: Database; everyMs?: number },
  note: (level: string, message: string) => void,
): () => Promise<void> {
  return keepDoing(sweep, {
    everyMs,
    onError: (error) => note('WARN', `Sweeping failed: ${errorMessage(error)}`),
  });

  async function sweep(): Promise<void> {
    const texts = await sweepStoredTexts(db);
    if (texts > 0) note('INFO', `Removed ${texts} texts whose messages never came`);
    const uploads = await sweepUploads(db);
    if (uploads > 0) note('INFO', `Removed ${uploads} files that no message has`);
    await sweepRequestKeys(db);
  }
}
