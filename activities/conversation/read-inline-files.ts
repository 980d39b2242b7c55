import { readFile } from '../../files/read-file.js';
import type { NewFile } from '../../protocol/file-facts.js';
import { readInline } from '../../files/read-inline.js';
import type { NewTurn, RefusedTurn } from '../../protocol/activities/conversation.js';
import {
  fileOfPart,
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
    const parts: MessagePart[] = [];
    let problem: string | undefined;
    for (const [index, part] of (turn.parts ?? []).entries()) {
      const file = await readPart(part, Math.max(1, endsAt - Date.now()));
      if (typeof file === 'string') problem ??= `Part ${index + 1} of the message ${file}`;
      else if (file !== undefined) uploads.set(file.hash, file);
      parts.push(typeof file === 'object' ? toReference(part, file) : part);
    }
    if (problem !== undefined) refused.push({ turnId: turn.turnId, message: problem });
    else read.push(turn.parts === undefined ? turn : { ...turn, parts });
  }
  return { turns: read, uploads: [...uploads.values()], refused };
}

/** The file of a part, or why it is not taken; undefined: it has none, or a reference. */
async function readPart(part: MessagePart, maxMilliseconds: number): Promise<NewFile | string | undefined> {
  if (part.type === 'text') return undefined;
  const { source, mediaType } = fileOfPart(part);
  if (readUploadReference(source) !== undefined) return undefined;
  const inline = readInline(source);
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
