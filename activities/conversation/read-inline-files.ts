import { readFile } from '../../files/read-file.js';
import type { NewFile } from '../../protocol/file-facts.js';
import { readInline } from '../../files/read-inline.js';
import type { NewTurn, RefusedTurn } from '../../protocol/activities/conversation.js';
import {
  fileOfPart,
  isWords,
  readUploadReference,
  uploadReference,
  type MessagePart,
} from '../../protocol/message-parts.js';

export interface ReadTurns {
  turns: readonly NewTurn[];
  uploads: readonly NewFile[];
  refused: readonly RefusedTurn[];
}

/** Limit for all PDFs of a message, because the Activity times out after ten seconds. */
const MAX_MILLISECONDS = 4_000;

interface FileOwner {
  user: string;
  findProblem: (files: readonly NewFile[]) => Promise<string | undefined>;
}

/** For messages of other clients: ours stores files first and sends references. */
export async function readInlineFiles(
  turns: readonly NewTurn[],
  { user, findProblem }: FileOwner,
): Promise<ReadTurns> {
  const uploads = new Map<string, NewFile>();
  const refused: RefusedTurn[] = [];
  const endsAt = Date.now() + MAX_MILLISECONDS;
  const read: NewTurn[] = [];
  for (const turn of turns) {
    if (!turn.parts) {
      read.push(turn);
      continue;
    }
    const message = await readInlineParts(turn.parts, { user, endsAt });
    const sent = new Map([...uploads, ...message.uploads.map((file) => [file.hash, file] as const)]);
    const problem =
      message.problem ?? (message.uploads.length > 0 ? await findProblem([...sent.values()]) : undefined);
    if (problem) {
      refused.push({ turnId: turn.turnId, message: problem });
      continue;
    }
    for (const [hash, file] of sent) uploads.set(hash, file);
    read.push({ ...turn, parts: message.parts });
  }
  return { turns: read, uploads: [...uploads.values()], refused };
}

export async function readInlineParts(
  given: readonly MessagePart[],
  { user, endsAt = Date.now() + MAX_MILLISECONDS }: { user: string; endsAt?: number },
): Promise<{ parts: MessagePart[]; uploads: NewFile[]; problem: string | undefined }> {
  const parts: MessagePart[] = [];
  const uploads: NewFile[] = [];
  let problem: string | undefined;
  for (const [index, part] of given.entries()) {
    const file = await readPart(part, { user, maxMilliseconds: Math.max(1, endsAt - Date.now()) });
    if (typeof file === 'string') problem ??= `Part ${index + 1} of the message ${file}`;
    else if (file) uploads.push(file);
    parts.push(typeof file === 'object' ? toReference(part, file) : part);
  }
  return { parts, uploads, problem };
}

async function readPart(
  part: MessagePart,
  reading: { user: string; maxMilliseconds: number },
): Promise<NewFile | string | undefined> {
  if (isWords(part)) return undefined;
  const { source, mediaType } = fileOfPart(part);
  if (readUploadReference(source) !== undefined) return undefined;
  const inline = await readInline(source);
  if (!inline) return 'has data that is neither base64 nor a data URL';
  const read = await readFile(inline.content, {
    mediaType: mediaType ?? inline.mediaType,
    ...reading,
  });
  return read.kind === 'refused' ? read.reason : read.file;
}

function toReference(part: MessagePart, { hash }: NewFile): MessagePart {
  const reference = uploadReference(hash);
  if (part.type === 'image') return { ...part, image: reference };
  return part.type === 'file' ? { ...part, data: reference } : part;
}
