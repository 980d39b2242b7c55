import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../database.js';
import { isHandedTo } from './handed-files.js';

/** A file by its owner and hash. */
interface UploadKey {
  user: string;
  hash: string;
  /** Finds only files that messages of these flows have, or that no message has yet. Absent: of all flows. */
  flows?: readonly string[] | undefined;
}

/** Finds a user's file, or one that was handed on with a fork, with its content. Undefined if there is none. */
export async function findUpload(db: Database, { user, hash, flows }: UploadKey) {
  const files = db
    .selectFrom('upload')
    .select(['kind', 'media_type as mediaType', 'bytes', 'width', 'height', 'content'])
    .where('hash', '=', hash)
    .$if(flows !== undefined, (query) => query.where(isUsedIn(flows ?? [])));
  const own = await files.where('user_id', '=', user).executeTakeFirst();
  return own ?? files.where(isHandedTo(user)).executeTakeFirst();
}

/** A condition on the rows of `upload`. */
function isUsedIn(flows: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`(select coalesce(bool_or(flow = any(${flows})), true) from (
    select conversation.flow_slug as flow
    from attachment join conversation on conversation.id = attachment.conversation_id
    where attachment.user_id = upload.user_id and attachment.hash = upload.hash
    union all
    select execution.flow_slug from execution
    where execution.attachments @> jsonb_build_array(jsonb_build_object('hash', upload.hash))
      and coalesce(execution.user_id, '') = upload.user_id) used)`;
}
