import { createHash } from 'node:crypto';
import type { NewFile } from '../protocol/file-facts.js';
import { MAX_UPLOAD_BYTES, type AttachmentKind } from '../protocol/message-parts.js';
import { readImageSize } from './image-size.js';
import { MAX_CHARACTERS, readPdf, type ExtractedText, type TooLarge } from './read-pdf.js';
import { setImmediate as nextTick } from 'node:timers/promises';

const LOOKED_AT = 65_536;

/** Every provider with vision accepts these. */
const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;
type PictureType = (typeof PICTURE_TYPES)[number];

/** A forged header may exceed Postgres' integer range. */
const MAX_PIXELS = 1_000_000_000;

/** `reason` continues a sentence that begins with the file's name. */
export type ReadFile = { kind: 'read'; file: NewFile } | { kind: 'refused'; reason: string };

/** A PDF gets at most `maxMilliseconds`, default 20,000. */
export async function readFile(
  content: Uint8Array,
  {
    mediaType: claimed,
    ...reading
  }: { mediaType?: string | undefined; maxMilliseconds?: number; user?: string | undefined } = {},
): Promise<ReadFile> {
  const bytes = content.byteLength;
  if (bytes === 0) return { kind: 'refused', reason: 'is empty' };
  if (bytes > MAX_UPLOAD_BYTES)
    return { kind: 'refused', reason: `has ${bytes} bytes; at most ${MAX_UPLOAD_BYTES} are accepted` };
  const sniffed = await sniffMediaType(content);
  const claimedType = plainType(claimed);
  const reason = contradiction(claimedType, sniffed);
  if (reason !== undefined) return { kind: 'refused', reason };
  const kind = chooseKind(sniffed);
  const size = kind === 'picture' ? readImageSize(content) : undefined;
  const file: NewFile = {
    hash: await hashContent(content),
    kind,
    mediaType:
      sniffed.startsWith('image/') || sniffed === 'application/pdf' ? sniffed : (claimedType ?? sniffed),
    bytes,
    width: size ? Math.min(size.width, MAX_PIXELS) : null,
    height: size ? Math.min(size.height, MAX_PIXELS) : null,
    content,
    extracted: null,
    problem: null,
  };
  const text = await readText(content, { ...reading, sniffed });
  if ('tooLarge' in text) return { kind: 'refused', reason: text.tooLarge };
  return { kind: 'read', file: { ...file, ...text } };
}

async function hashContent(content: Uint8Array): Promise<string> {
  const hash = createHash('sha256');
  for await (const step of takeSteps(content)) hash.update(step);
  return hash.digest('hex');
}

function plainType(claimed: string | undefined): string | undefined {
  const type = claimed?.split(';')[0]?.trim().toLowerCase();
  if (type === undefined || !/^[a-z0-9][\w.+-]{0,80}\/[a-z0-9][\w.+-]{0,80}$/.test(type)) return undefined;
  return type === 'application/octet-stream' ? undefined : type;
}

function contradiction(claimedType: string | undefined, sniffed: SniffedType): string | undefined {
  if (claimedType === undefined || claimedType === sniffed) return undefined;
  const isPicture = PICTURE_TYPES.some((type) => type === claimedType);
  if (isPicture && sniffed.startsWith('image/')) return undefined;
  if (
    isPicture ||
    claimedType === 'application/pdf' ||
    (claimedType.startsWith('text/') && sniffed !== 'text/plain')
  )
    return `is declared as ${claimedType}, but is ${sniffed === 'application/octet-stream' ? 'not' : sniffed}`;
  return undefined;
}

function chooseKind(sniffed: SniffedType): AttachmentKind {
  if (sniffed.startsWith('image/')) return 'picture';
  return sniffed === 'application/octet-stream' ? 'other' : 'text';
}

async function readText(
  content: Uint8Array,
  { sniffed, ...reading }: { sniffed: SniffedType; maxMilliseconds?: number; user?: string | undefined },
): Promise<ExtractedText | TooLarge> {
  if (sniffed === 'application/pdf') return readPdf(content, reading);
  if (sniffed !== 'text/plain') return { extracted: null, problem: null };
  const whole = await decodeText(content);
  if (whole.length <= MAX_CHARACTERS) return { extracted: whole, problem: null };
  const problem = `Only the first ${MAX_CHARACTERS} of its ${whole.length} characters are here.`;
  return { extracted: whole.slice(0, MAX_CHARACTERS).toWellFormed(), problem };
}

type SniffedType = PictureType | 'application/pdf' | 'text/plain' | 'application/octet-stream';

async function sniffMediaType(bytes: Uint8Array): Promise<SniffedType> {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 1_024)).toString(
    'latin1',
  );
  if (head.startsWith('\u0089PNG\r\n\u001a\n')) return 'image/png';
  if (head.startsWith('\u00ff\u00d8\u00ff')) return 'image/jpeg';
  if (/^GIF8[79]a/.test(head)) return 'image/gif';
  if (/^RIFF....WEBP/s.test(head)) return 'image/webp';
  // Readers accept a PDF header after some bytes.
  if (head.includes('%PDF-')) return 'application/pdf';
  return (await isText(bytes)) ? 'text/plain' : 'application/octet-stream';
}

async function isText(bytes: Uint8Array): Promise<boolean> {
  if (
    /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/.test(
      Buffer.from(bytes.subarray(0, LOOKED_AT)).toString('latin1'),
    )
  )
    return false;
  try {
    await decodeText(bytes, { isStrict: true });
    return true;
  } catch {
    return false;
  }
}

const STEP_BYTES = 2_000_000;

async function* takeSteps(content: Uint8Array): AsyncIterable<Uint8Array> {
  for (let from = 0; from < content.length; from += STEP_BYTES) {
    if (from > 0) await nextTick();
    yield content.subarray(from, from + STEP_BYTES);
  }
}

async function decodeText(content: Uint8Array, { isStrict = false } = {}): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: isStrict });
  let text = '';
  for await (const step of takeSteps(content)) text += decoder.decode(step, { stream: true });
  return text + decoder.decode();
}
