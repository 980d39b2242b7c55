import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../database.js';
import { findHandedFiles } from './handed-files.js';

interface UploadKey {
  user: string;
  hash: string;
  flows?: readonly string[] | undefined;
}

/** Read in pieces, because pg decodes a value at once: 20 MB blocked the event loop for 100 ms. */
const PIECE_BYTES = 1_000_000;

export async function findUpload(db: Database, { user, hash, flows }: UploadKey) {
  const files = db
    .selectFrom('upload')
    .select(['user_id as user', 'kind', 'media_type as mediaType', 'bytes', 'width', 'height'])
    .where('hash', '=', hash)
    .$if(flows !== undefined, (query) => query.where(isUsedIn(flows ?? [])));
  const find = (owner: string) => files.where('user_id', '=', owner).executeTakeFirst();
  let found = await find(user);
  if (!found)
    for (const { owner } of await findHandedFiles(db, { user, hashes: [hash] })) found ??= await find(owner);
  if (!found) return undefined;
  const { user: owner, ...facts } = found;
  const content = await readContent(db, { user: owner, hash });
  return content.length === facts.bytes ? { ...facts, content } : undefined;
}

async function readContent(db: Database, { user, hash }: { user: string; hash: string }): Promise<Buffer> {
  const { rows } = await sql<{ start: number; piece: Buffer }>`
    select start, substring(content from start for ${PIECE_BYTES}) as piece
    from upload, generate_series(1, bytes, ${PIECE_BYTES}) as start
    where user_id = ${user} and hash = ${hash}`.execute(db);
  return Buffer.concat(rows.toSorted((one, other) => one.start - other.start).map(({ piece }) => piece));
}

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
