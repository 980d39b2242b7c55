import {
  fileOfPart,
  isWords,
  readUploadReference,
  unknownUploadProblem,
  type MessagePart,
} from '../../protocol/message-parts.js';
import { findUploads } from '../../store/uploads/find-uploads.js';
import type { Call } from '../call/call.js';
import type { ClientContext } from '../client-context.js';
import { ThreadlineError } from '../threadline-error.js';

/** Checked before the message is sent, because a refused message would use up its turn id. */
export async function checkFileReferences(
  { context, call, user }: { context: ClientContext; call: Call; user: string },
  parts: readonly MessagePart[],
): Promise<void> {
  const hashes = parts.map((part) =>
    isWords(part) ? undefined : readUploadReference(fileOfPart(part).source),
  );
  const named = hashes.filter((hash) => hash !== undefined);
  if (named.length === 0) return;
  const known = await call.read(() => findUploads(context.db, { user, hashes: named }));
  const missing = hashes.findIndex((hash) => hash !== undefined && !known.has(hash));
  if (missing >= 0) throw new ThreadlineError('Conversation.InvalidTurn', unknownUploadProblem(missing));
}
