import { sql, type RawBuilder } from 'kysely';
import type { NewFile } from '../../protocol/file-facts.js';
import type { Database } from '../database.js';
import { sweepUploads } from './sweep-uploads.js';

/** In bytes per user. Null for no limit. */
export type FileLimit = number | null | { taskQueue: string };

export interface FilesOverLimit {
  used: number;
  most: number;
}

export function selectMostBytes(limit: FileLimit): RawBuilder<unknown> {
  return limit === null || typeof limit === 'number'
    ? sql`select ${limit}::bigint as most`
    : sql`select (user_limits ->> 'storedBytes')::bigint as most from worker_setting where task_queue = ${limit.taskQueue}`;
}

export function selectUsedBytes(user: string): RawBuilder<unknown> {
  return sql`select (
    (select coalesce(sum(counted_bytes), 0) from upload where user_id = ${user})
    + (select coalesce(sum(counted_bytes), 0) from artifact where user_id = ${user}))::bigint as used`;
}

interface AddedFiles {
  user: string;
  limit: FileLimit;
  files: readonly Pick<NewFile, 'hash' | 'bytes' | 'extracted'>[];
}

/** Also called for a stored file, which may grow when the text of a PDF is read again. */
export function findFileLimit(db: Database, added: AddedFiles): Promise<FilesOverLimit | undefined> {
  return orAfterSweep(db, { user: added.user, compare: () => compare(db, added) });
}

export async function orAfterSweep(
  db: Database,
  { user, compare: look }: { user: string; compare: () => Promise<FilesOverLimit | undefined> },
): Promise<FilesOverLimit | undefined> {
  const over = await look();
  return !over || (await sweepUploads(db, { user })) === 0 ? over : look();
}

/** Each file counts at least this much, because its row needs space too. */
const MIN_FILE_BYTES = 4_096;

async function compare(
  db: Database,
  { user, limit, files }: AddedFiles,
): Promise<FilesOverLimit | undefined> {
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
