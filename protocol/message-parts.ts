import { utf8Length } from './ids.js';
import { MAX_TEXT_BYTES } from './limits.js';

/** A text of a message. */
export interface TextPart {
  type: 'text';
  /** Absent where `textRef` is given. */
  text?: string;
  /** Id of a text that our client stored for this conversation. */
  textRef?: string;
}

/** Instructions for the turn of a message alone. They are no part of the thread. */
export interface InstructionsPart {
  type: 'instructions';
  /** Absent where `textRef` is given. */
  text?: string;
  /** Id of a text that our client stored for this conversation. */
  textRef?: string;
}

/** A picture of a message: the reference of an upload, base64, or a data URL. */
export interface ImagePart {
  type: 'image';
  image: string;
  mediaType?: string;
}

/** A file of a message: the reference of an upload, base64, or a data URL. */
export interface FilePart {
  type: 'file';
  data: string;
  mediaType?: string;
  filename?: string;
}

/** A part of a message, as it crosses to a Workflow; the shapes of texts and files are those of the AI SDK. */
export type MessagePart = TextPart | InstructionsPart | ImagePart | FilePart;

/** The treatment of an attached file: it is shown as a picture, its text is a part of the message, or it is only named. */
export type AttachmentKind = 'picture' | 'text' | 'other';

/** Bytes of the largest file. */
export const MAX_UPLOAD_BYTES = 20_000_000;
/** Parts of one message. */
export const MAX_PARTS = 50;

const SCHEME = 'upload:';
const REFERENCE = /^upload:([0-9a-f]{64})$/;

/** The reference of an upload by the hash of its content. It means something to its owner alone. */
export function uploadReference(hash: string): string {
  return SCHEME + hash;
}

/** Why a message is rejected whose part with this index names a file that its user has not uploaded. */
export function unknownUploadProblem(index: number): string {
  return `Part ${index + 1} of the message refers to no upload of its user`;
}

/** The hash in the reference of an upload; undefined: it is no such reference. */
export function readUploadReference(source: string): string | undefined {
  return REFERENCE.exec(source)?.[1];
}

/** Whether a file's source is an address or a reference, and not its content. No scheme has more than 40 characters, but base64 has. */
export function isAddress(source: string): boolean {
  return /^(?!data:)[a-z][a-z0-9+.-]{0,40}:/i.test(source);
}

/** Whether a part is words, and no file. */
export function isWords(part: MessagePart): part is TextPart | InstructionsPart {
  return part.type === 'text' || part.type === 'instructions';
}

/** The file of a part: its source, and what is said about it. */
export function fileOfPart(part: ImagePart | FilePart): {
  source: string;
  mediaType: string | undefined;
  filename: string | undefined;
} {
  const { mediaType } = part;
  return part.type === 'image'
    ? { source: part.image, mediaType, filename: undefined }
    : { source: part.data, mediaType, filename: part.filename };
}

const FIELDS: Readonly<Record<MessagePart['type'], readonly string[]>> = {
  text: ['type', 'text', 'textRef'],
  instructions: ['type', 'text', 'textRef'],
  image: ['type', 'image', 'mediaType'],
  file: ['type', 'data', 'mediaType', 'filename'],
};
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The reason why a value is no list of parts that a message may have, as a sentence; undefined: it is one. */
export function messagePartsProblem(parts: unknown): string | undefined {
  if (!Array.isArray(parts)) return "A message's parts are a list";
  if (parts.length === 0) return 'The message has no parts';
  if (parts.length > MAX_PARTS)
    return `The message has ${parts.length} parts; at most ${MAX_PARTS} are taken`;
  for (const [index, part] of (parts as unknown[]).entries()) {
    const problem = partProblem(part);
    if (problem !== undefined) return `Part ${index + 1} of the message ${problem}`;
  }
  // Parse boundary: every part has just been checked.
  if (!(parts as MessagePart[]).some(saysSomething)) return 'The message text is empty';
  return undefined;
}

function partProblem(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null)
    return 'is not an object like {"type":"text","text":"hello"}';
  const part = value as Readonly<Record<string, unknown>>;
  const { type } = part;
  if (type !== 'text' && type !== 'instructions' && type !== 'image' && type !== 'file')
    return `has the type ${shown(type)}, which is none of text, instructions, image, file`;
  const unknown = Object.keys(part).find((key) => !FIELDS[type].includes(key));
  if (unknown !== undefined)
    return `has the unknown field ${shown(unknown)}; a part of type '${type}' has ${FIELDS[type].join(', ')}`;
  if (type === 'text' || type === 'instructions') return textProblem(part);
  for (const key of ['mediaType', 'filename'])
    if (part[key] !== undefined && typeof part[key] !== 'string') return `has a ${key} that is not a string`;
  return sourceProblem(type === 'image' ? part['image'] : part['data']);
}

function textProblem({ text, textRef }: Readonly<Record<string, unknown>>): string | undefined {
  if (textRef !== undefined) {
    if (text !== undefined) return "has a 'text' and a 'textRef'";
    return typeof textRef === 'string' && UUID.test(textRef)
      ? undefined
      : 'has a text reference that is no UUID';
  }
  return typeof text === 'string' ? undefined : 'has a text that is not a string';
}

function sourceProblem(source: unknown): string | undefined {
  if (typeof source !== 'string' || source === '')
    return 'has no data: a reference of an upload, base64 or a data URL';
  if (isAddress(source) && readUploadReference(source) === undefined)
    return source.startsWith(SCHEME)
      ? 'has a reference that no upload has: it is upload: and 64 hexadecimal digits'
      : 'has an address as its data, which is not fetched: upload what is there';
  return undefined;
}

/** NUL is taken out before storing, so a text of nothing else is as blank as spaces. */
function saysSomething(part: MessagePart): boolean {
  if (part.type === 'instructions') return false;
  return (
    part.type !== 'text' ||
    part.textRef !== undefined ||
    (part.text ?? '').replaceAll('\u0000', '').trim() !== ''
  );
}

/** The reason why what a message carries is too much for a Signal or an Update; undefined: it is not. */
export function carriedProblem(carried: {
  parts?: unknown;
  data?: unknown;
  text?: unknown;
}): string | undefined {
  const bytes = utf8Length(JSON.stringify(carried));
  if (bytes <= MAX_TEXT_BYTES) return undefined;
  return `The message has ${bytes} bytes as JSON; a Signal or Update carries at most ${MAX_TEXT_BYTES}: send it with our client, which stores files and long texts first`;
}

function shown(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 80)) : `of type ${typeof value}`;
}
