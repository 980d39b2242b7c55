import { utf8Length } from './ids.js';
import { MAX_TEXT_BYTES } from './limits.js';

export interface TextPart {
  type: 'text';
  text?: string;
  /** Our client stored this text. */
  textRef?: string;
}

/** For one turn; not stored in the thread. */
export interface InstructionsPart {
  type: 'instructions';
  text?: string;
  textRef?: string;
}

/** An upload's reference, base64, or a data URL. */
export interface ImagePart {
  type: 'image';
  image: string;
  mediaType?: string;
}

export interface FilePart {
  type: 'file';
  data: string;
  mediaType?: string;
  filename?: string;
}

/** In the AI SDK's shapes. */
export type MessagePart = TextPart | InstructionsPart | ImagePart | FilePart;

export const ATTACHMENT_KINDS = ['text', 'picture', 'other'] as const;
export type AttachmentKind = (typeof ATTACHMENT_KINDS)[number];

export const MAX_UPLOAD_BYTES = 20_000_000;
export const MAX_PARTS = 50;

const SCHEME = 'upload:';
const REFERENCE = /^upload:([0-9a-f]{64})$/;

export function uploadReference(hash: string): string {
  return SCHEME + hash;
}

export function unknownUploadProblem(index: number): string {
  return `Part ${index + 1} of the message refers to no upload of its user`;
}

export function readUploadReference(source: string): string | undefined {
  return REFERENCE.exec(source)?.[1];
}

/** A URL's scheme has at most 40 characters; base64 is longer. */
export function isAddress(source: string): boolean {
  return /^(?!data:)[a-z][a-z0-9+.-]{0,40}:/i.test(source);
}

export function isWords(part: MessagePart): part is TextPart | InstructionsPart {
  return part.type === 'text' || part.type === 'instructions';
}

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

export function messagePartsProblem(parts: unknown): string | undefined {
  if (!Array.isArray(parts)) return "A message's parts are a list";
  if (parts.length === 0) return 'The message has no parts';
  if (parts.length > MAX_PARTS)
    return `The message has ${parts.length} parts; at most ${MAX_PARTS} are accepted`;
  for (const [index, part] of (parts as unknown[]).entries()) {
    const problem = partProblem(part);
    if (problem) return `Part ${index + 1} of the message ${problem}`;
  }
  // The loop above has checked each part.
  if (!(parts as MessagePart[]).some(saysSomething)) return 'The message text is empty';
  return undefined;
}

function partProblem(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null)
    return 'is not an object like {"type":"text","text":"hello"}';
  const part = value as Readonly<Record<string, unknown>>;
  const { type } = part;
  if (type !== 'text' && type !== 'instructions' && type !== 'image' && type !== 'file')
    return `has the type ${shown(type)}, which is not one of text, instructions, image, file`;
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
      : 'has a text reference that is not a UUID';
  }
  return typeof text === 'string' ? undefined : 'has a text that is not a string';
}

function sourceProblem(source: unknown): string | undefined {
  if (typeof source !== 'string' || source === '')
    return 'has no data: a reference of an upload, base64 or a data URL';
  if (isAddress(source) && readUploadReference(source) === undefined)
    return source.startsWith(SCHEME)
      ? 'has an invalid reference: it must be upload: and 64 hexadecimal digits'
      : 'has an address as its data, which is not fetched: upload the file';
  return undefined;
}

/** Ignores NUL, which is not stored. */
function saysSomething(part: MessagePart): boolean {
  if (part.type === 'instructions') return false;
  return (
    part.type !== 'text' ||
    part.textRef !== undefined ||
    (part.text ?? '').replaceAll('\u0000', '').trim() !== ''
  );
}

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
