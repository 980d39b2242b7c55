import { storageFull } from '../../protocol/user-limits.js';
import type { Database } from '../../store/database.js';
import { findFileLimit } from '../../store/uploads/file-limit.js';

/** Says why files do not fit beside the stored files of their user; undefined: they fit. */
export async function findStorageProblem(
  db: Database,
  files: Parameters<typeof findFileLimit>[1],
): Promise<string | undefined> {
  const over = await findFileLimit(db, files);
  return over && storageFull({ user: files.user, ...over }).message;
}
