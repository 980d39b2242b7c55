import { sql } from 'kysely';
import type { Database } from '../database.js';

/**
 * Deletes files that no message and no input of an execution has, and that were not sent for a day. `user`: only of this user, after an
 * hour. Returns how many it deleted. A file that a message claims at this moment is locked, and has been used since.
 */
export async function sweepUploads(db: Database, { user }: { user?: string } = {}): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from upload where (user_id, hash) in (
      select user_id, hash from upload
      where ${user === undefined ? sql`used_at < now() - interval '1 day'` : sql`used_at < now() - interval '1 hour' and user_id = ${user}`}
        and not exists (
        select from attachment where attachment.user_id = upload.user_id and attachment.hash = upload.hash)
        and not exists (
          select from execution where attachments @> jsonb_build_array(jsonb_build_object('hash', upload.hash))
            and coalesce(execution.user_id, '') = upload.user_id)
      for update skip locked
    )`.execute(db);
  return Number(numAffectedRows);
}
