import { readUploadReference, type AttachmentKind } from '../../protocol/message-parts.js';
import { findUpload } from '../../store/uploads/find-upload.js';
import type { Call } from '../call/call.js';
import type { ClientContext } from '../client-context.js';
import { ThreadlineError } from '../threadline-error.js';

export interface Download {
  ref: string;
  kind: AttachmentKind;
  mediaType: string;
  bytes: number;
  width: number | null;
  height: number | null;
  content: Uint8Array;
}

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
    throw new ThreadlineError('Client.NotFound', `Upload '${String(ref).slice(0, 80)}' does not exist`);
  const { content, ...facts } = found;
  const bytes = new Uint8Array(content.buffer, content.byteOffset, content.byteLength);
  return { ref, ...facts, content: bytes };
}
