import type { AttachedFile } from '../../context/message/attachment.js';
import {
  composeMessage,
  type ComposedMessage,
  type ReadPart,
} from '../../context/message/compose-message.js';
import { fileName } from '../../context/message/file-name.js';
import type { NewTurn } from '../../protocol/activities/conversation.js';
import {
  fileOfPart,
  isWords,
  readUploadReference,
  unknownUploadProblem,
  type FilePart,
  type ImagePart,
  type MessagePart,
} from '../../protocol/message-parts.js';
import type { DatabaseTransaction } from '../database.js';
import type { FileWithText } from '../../protocol/file-facts.js';
import { claimUploads } from '../uploads/claim-uploads.js';
import { claimText } from './stored-texts.js';

export type TurnMessage = ComposedMessage & { instructions: string | null };

export type MessageText =
  ({ kind: 'read' } & TurnMessage) | { kind: 'missing' } | { kind: 'refused'; message: string };

interface Reader {
  workflowId: string;
  user: string;
  clean: (text: string) => string;
  countPicture?: (picture: AttachedFile) => number;
}

export async function readMessage(
  trx: DatabaseTransaction,
  reader: Reader,
  { text = '', textRef, parts }: Pick<NewTurn, 'text' | 'textRef' | 'parts'>,
): Promise<MessageText> {
  if (parts) return readParts(trx, reader, parts);
  const content = textRef === undefined ? text : await claimText(trx, reader.workflowId, textRef);
  if (content === undefined) return { kind: 'missing' };
  return { kind: 'read', content: reader.clean(content), attachments: [], instructions: null };
}

async function readParts(
  trx: DatabaseTransaction,
  reader: Reader,
  parts: readonly MessagePart[],
): Promise<MessageText> {
  const { workflowId, user, clean, countPicture = () => 0 } = reader;
  const hashes = parts.flatMap((part) => (isWords(part) ? [] : (readHash(part) ?? [])));
  const uploads = await claimUploads(trx, { user, hashes });
  const read: ReadPart[] = [];
  const instructions: string[] = [];
  for (const [index, part] of parts.entries()) {
    if (isWords(part)) {
      const { type, text = '', textRef } = part;
      const partText = textRef === undefined ? text : await claimText(trx, workflowId, textRef);
      if (partText === undefined) return { kind: 'missing' };
      if (clean(partText).trim() === '') continue;
      if (type === 'instructions') instructions.push(clean(partText));
      else read.push({ kind: 'text', text: clean(partText) });
      continue;
    }
    const upload = uploads.get(readHash(part) ?? '');
    if (!upload) return { kind: 'refused', message: unknownUploadProblem(index) };
    if (part.type === 'image' && upload.kind !== 'picture')
      return {
        kind: 'refused',
        message: `Part ${index + 1} of the message must be an image, but is ${upload.mediaType}`,
      };
    read.push(toFile(part, upload, clean));
  }
  return {
    kind: 'read',
    ...composeMessage(read, countPicture),
    instructions: instructions.length === 0 ? null : instructions.join('\n\n'),
  };
}

function readHash(part: ImagePart | FilePart): string | undefined {
  return readUploadReference(fileOfPart(part).source);
}

function toFile(
  part: ImagePart | FilePart,
  { hash, kind, mediaType, bytes, width, height, extracted, problem }: FileWithText,
  clean: (text: string) => string,
): ReadPart {
  const name = fileName(fileOfPart(part).filename, kind === 'picture' ? 'picture' : 'file');
  return {
    kind: 'file',
    file: { hash, kind, name, mediaType, bytes, width, height },
    text: extracted === null ? null : clean(extracted),
    note: problem,
  };
}
