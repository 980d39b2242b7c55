import { storageFull } from '../../protocol/user-limits.js';
import type { Database } from '../../store/database.js';
import { findFileLimit } from '../../store/uploads/file-limit.js';

export async function findStorageProblem(
  db: Database,
  files: Parameters<typeof findFileLimit>[1],
): Promise<string | undefined> {
  const over = await findFileLimit(db, files);
  return over && storageFull({ user: files.user, ...over }).message;
}
