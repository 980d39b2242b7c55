import { sql } from 'kysely';
import type { Database } from '../database.js';

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
        and not exists (
          select from given_item where given_item.user_id = upload.user_id
            and jsonb_path_exists(item, '$.*[*].file_id ? (@ == $ref)', jsonb_build_object('ref', 'upload:' || upload.hash)))
      for update skip locked
    )`.execute(db);
  return Number(numAffectedRows);
}
