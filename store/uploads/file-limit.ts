import { sql, type RawBuilder } from 'kysely';
import type { NewFile } from '../../protocol/file-facts.js';
import type { Database } from '../database.js';
import { sweepUploads } from './sweep-uploads.js';

/** The most bytes that a user may store: a number, null for no limit, or what the workers of a Task Queue say. */
export type FileLimit = number | null | { taskQueue: string };

/** A user's stored bytes, and the limit that the next file would exceed. */
export interface FilesOverLimit {
  used: number;
  most: number;
}

/** A query of the most bytes that a user may store. */
export function selectMostBytes(limit: FileLimit): RawBuilder<unknown> {
  return limit === null || typeof limit === 'number'
    ? sql`select ${limit}::bigint as most`
    : sql`select (user_limits ->> 'storedBytes')::bigint as most from worker_setting where task_queue = ${limit.taskQueue}`;
}

/** A query of the bytes that a user's files and artifacts count. */
export function selectUsedBytes(user: string): RawBuilder<unknown> {
  return sql`select (
    (select coalesce(sum(counted_bytes), 0) from upload where user_id = ${user})
    + (select coalesce(sum(counted_bytes), 0) from artifact where user_id = ${user}))::bigint as used`;
}

/** Files that a user adds to the stored ones. */
interface AddedFiles {
  user: string;
  limit: FileLimit;
  files: readonly Pick<NewFile, 'hash' | 'bytes' | 'extracted'>[];
}

/**
 * Finds the limit that these files of a user would exceed, after removing files that no message had for an hour. Undefined: they fit, or
 * are stored already. A stored file can grow: the text of a PDF may be read only when the file is sent again.
 */
export function findFileLimit(db: Database, added: AddedFiles): Promise<FilesOverLimit | undefined> {
  return orAfterSweep(db, { user: added.user, compare: () => compare(db, added) });
}

/** Compares what a user has with the limit, and again if files could be removed that no message had for an hour. */
export async function orAfterSweep(
  db: Database,
  { user, compare: look }: { user: string; compare: () => Promise<FilesOverLimit | undefined> },
): Promise<FilesOverLimit | undefined> {
  const over = await look();
  return over === undefined || (await sweepUploads(db, { user })) === 0 ? over : look();
}

/** The least that a file counts: its row takes space, too. */
const MIN_FILE_BYTES = 4_096;

async function compare(
  db: Database,
  { user, limit, files }: AddedFiles,
): Promise<FilesOverLimit | undefined> {
  // Files without a user are the application's own.
  if (limit === null || user === '' || files.length === 0) return undefined;
  const sizes = files.map(({ bytes, extracted }) =>
    Math.max(bytes, Buffer.byteLength(extracted ?? ''), MIN_FILE_BYTES),
  );
  const { rows } = await sql<FilesOverLimit>`
    select used, most from (${selectMostBytes(limit)}) as at_most, (${selectUsedBytes(user)}) as stored, lateral (
      select coalesce(sum(greatest(size - coalesce(counted_bytes, 0), 0)), 0)::bigint as added
      from unnest(${files.map(({ hash }) => hash)}::text[], ${sizes}::bigint[]) as file (sent, size)
      left join upload on user_id = ${user} and hash = sent
    ) as more
    where added > 0 and used + added > most`.execute(db);
  return rows[0];
}
