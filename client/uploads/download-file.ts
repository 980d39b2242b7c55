import { readUploadReference, type AttachmentKind } from '../../protocol/message-parts.js';
import { findUpload } from '../../store/uploads/find-upload.js';
import type { Call } from '../call/call.js';
import type { ClientContext } from '../client-context.js';
import { ThreadlineError } from '../threadline-error.js';

/** A stored file with its content. */
export interface Download {
  ref: string;
  kind: AttachmentKind;
  mediaType: string;
  bytes: number;
  /** Of a picture; null where it is none, or does not say. */
  width: number | null;
  height: number | null;
  content: Uint8Array;
}

/** Reads a file of a user. Throws `Client.NotFound` for one that is not stored, is another user's, or is used in other flows only. */
export async function downloadFile(
  {
    context,
    call,
    ...owner
  }: { context: ClientContext; call: Call; user: string; flows?: readonly string[] | undefined },
  ref: string,
): Promise<Download> {
  const hash = typeof ref === 'string' ? readUploadReference(ref) : undefined;
  const found = hash && (await call.read(() => findUpload(context.db, { ...owner, hash })));
  if (!found)
    throw new ThreadlineError('Client.NotFound', `There is no upload '${String(ref).slice(0, 80)}'`);
  const { content, ...facts } = found;
  const bytes = new Uint8Array(content.buffer, content.byteOffset, content.byteLength);
  return { ref, ...facts, content: bytes };
}
