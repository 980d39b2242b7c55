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

/** Turns whose files are references, with the files that came with them. */
export interface ReadTurns {
  turns: readonly NewTurn[];
  uploads: readonly NewFile[];
  /** Turns with a file that is not taken. */
  refused: readonly RefusedTurn[];
}

/** For all PDFs together: the Activity that waits for them is given up after ten seconds, and tried again. */
const MAX_MILLISECONDS = 4_000;

/** Reads the files that other clients send in their messages; ours stores them first, and sends references. */
export async function readInlineFiles(turns: readonly NewTurn[]): Promise<ReadTurns> {
  const uploads = new Map<string, NewFile>();
  const refused: RefusedTurn[] = [];
  const endsAt = Date.now() + MAX_MILLISECONDS;
  const read: NewTurn[] = [];
  for (const turn of turns) {
    if (turn.parts === undefined) {
      read.push(turn);
      continue;
    }
    const message = await readInlineParts(turn.parts, endsAt);
    for (const file of message.uploads) uploads.set(file.hash, file);
    if (message.problem !== undefined) refused.push({ turnId: turn.turnId, message: message.problem });
    else read.push({ ...turn, parts: message.parts });
  }
  return { turns: read, uploads: [...uploads.values()], refused };
}

/** The parts of one message with references in place of files, and these files; `problem`: one of them is not taken. */
export async function readInlineParts(
  given: readonly MessagePart[],
  endsAt = Date.now() + MAX_MILLISECONDS,
): Promise<{ parts: MessagePart[]; uploads: NewFile[]; problem: string | undefined }> {
  const parts: MessagePart[] = [];
  const uploads: NewFile[] = [];
  let problem: string | undefined;
  for (const [index, part] of given.entries()) {
    const file = await readPart(part, Math.max(1, endsAt - Date.now()));
    if (typeof file === 'string') problem ??= `Part ${index + 1} of the message ${file}`;
    else if (file !== undefined) uploads.push(file);
    parts.push(typeof file === 'object' ? toReference(part, file) : part);
  }
  return { parts, uploads, problem };
}

/** The file of a part, or why it is not taken; undefined: it has none, or a reference. */
async function readPart(part: MessagePart, maxMilliseconds: number): Promise<NewFile | string | undefined> {
  if (isWords(part)) return undefined;
  const { source, mediaType } = fileOfPart(part);
  if (readUploadReference(source) !== undefined) return undefined;
  const inline = await readInline(source);
  if (inline === undefined) return 'has data that is neither base64 nor a data URL';
  const read = await readFile(inline.content, {
    mediaType: mediaType ?? inline.mediaType,
    maxMilliseconds,
  });
  return read.kind === 'refused' ? read.reason : read.file;
}

function toReference(part: MessagePart, { hash }: NewFile): MessagePart {
  const reference = uploadReference(hash);
  if (part.type === 'image') return { ...part, image: reference };
  return part.type === 'file' ? { ...part, data: reference } : part;
}
