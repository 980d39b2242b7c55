import { fileName } from '../../context/message/file-name.js';
import { readFile } from '../../files/read-file.js';
import { readInline } from '../../files/read-inline.js';
import { MAX_UPLOAD_BYTES, uploadReference } from '../../protocol/message-parts.js';
import { storeUploads, touchUpload } from '../../store/uploads/store-upload.js';
import type { Call } from '../call/call.js';
import type { ClientContext } from '../client-context.js';
import { storageFull } from '../../protocol/user-limits.js';
import { ThreadlineError } from '../threadline-error.js';
import type { Upload } from '../../views/upload.js';

/** Strings are base64 or a data URL. */
export type FileContent = Uint8Array | ArrayBuffer | Blob | string;

export interface FileDetails {
  /** Default: detected. A type that contradicts the content is rejected. */
  mediaType?: string | undefined;
  /** Only the last path segment is kept. Default: the name of a `File`, else none. */
  filename?: string | undefined;
}

export async function uploadFile(
  { context, call, user }: { context: ClientContext; call: Call; user: string },
  content: FileContent,
  details: FileDetails,
): Promise<Upload> {
  const given = typeof content === 'object' && 'name' in content ? String(content.name) : undefined;
  const filename = fileName(details.filename ?? given, 'file');
  const { bytes: body, mediaType } = await readContent(content, filename);
  const read = await readFile(body, { mediaType: details.mediaType ?? mediaType, user });
  if (read.kind === 'refused') throw invalid(`File '${filename}' ${read.reason}`);
  const { file } = read;
  const { hash, kind, bytes, problem } = file;
  const isKnown = await call.read(() => touchUpload(context.db, { user, hash }));
  if (!isKnown) {
    const { db, taskQueue } = context;
    const over = await call.read(() =>
      db.transaction().execute((trx) => storeUploads(trx, [file], { user, limit: { taskQueue } })),
    );
    if (over) {
      const { type, message } = storageFull({ user, ...over });
      throw new ThreadlineError(type, message);
    }
  }
  return { ref: uploadReference(hash), kind, mediaType: file.mediaType, filename, bytes, problem };
}

async function readContent(
  content: FileContent,
  filename: string,
): Promise<{ bytes: Uint8Array; mediaType: string | undefined }> {
  if (content instanceof Uint8Array) return { bytes: content, mediaType: undefined };
  if (content instanceof ArrayBuffer) return { bytes: new Uint8Array(content), mediaType: undefined };
  if (content instanceof Blob) {
    if (content.size > MAX_UPLOAD_BYTES)
      throw invalid(`File '${filename}' has ${content.size} bytes; at most ${MAX_UPLOAD_BYTES} are accepted`);
    return { bytes: new Uint8Array(await content.arrayBuffer()), mediaType: content.type };
  }
  const inline = typeof content === 'string' ? await readInline(content) : undefined;
  if (!inline)
    throw invalid(`File '${filename}' has no content: bytes, a Blob, base64 or a data URL are accepted`);
  return { bytes: inline.content, mediaType: inline.mediaType };
}

function invalid(message: string): ThreadlineError {
  return new ThreadlineError('Conversation.InvalidTurn', message);
}
