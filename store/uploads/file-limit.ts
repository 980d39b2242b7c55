import { sql } from 'kysely';
import type { NewFile } from '../../protocol/file-facts.js';
import { MIN_FILE_BYTES } from '../../protocol/user-limits.js';
import type { Database } from '../database.js';

/** The most bytes that a user may store: a number, null for no limit, or what the workers of a Task Queue say. */
export type FileLimit = number | null | { taskQueue: string };

/** A user's stored bytes, and the limit that the next file would exceed. */
export interface FilesOverLimit {
  used: number;
  most: number;
}

/** Finds the limit that these files of a user would exceed. Undefined: they fit, or are stored already. */
export async function findFileLimit(
  db: Database,
  {
    user,
    limit,
    files,
  }: { user: string; limit: FileLimit; files: readonly Pick<NewFile, 'hash' | 'bytes'>[] },
): Promise<FilesOverLimit | undefined> {
  // Files without a user are the application's own.
  if (limit === null || user === '' || files.length === 0) return undefined;
  const most =
    typeof limit === 'number'
      ? sql`select ${limit}::bigint as most`
      : sql`select (user_limits ->> 'storedBytes')::bigint as most from worker_setting where task_queue = ${limit.taskQueue}`;
  const { rows } = await sql<FilesOverLimit>`
    select used, most from (${most}) as at_most, lateral (
      select coalesce(sum(greatest(bytes, ${MIN_FILE_BYTES})), 0)::bigint as used from upload where user_id = ${user}
    ) as stored, lateral (
      select coalesce(sum(greatest(size, ${MIN_FILE_BYTES})), 0)::bigint as added
      from unnest(${files.map(({ hash }) => hash)}::text[], ${files.map(({ bytes }) => bytes)}::bigint[]) as file (sent, size)
      where not exists (select from upload where user_id = ${user} and hash = sent)
    ) as more
    where added > 0 and used + added > most`.execute(db);
  return rows[0];
}
