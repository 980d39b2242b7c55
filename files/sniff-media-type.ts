import { decodeText } from './take-steps.js';

/** Leading bytes to search for NUL and control characters. */
const LOOKED_AT = 65_536;

/** The picture types that every provider with vision accepts. */
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;
export type PictureType = (typeof PICTURE_TYPES)[number];

/** Detected from content, regardless of the name or the claimed type. */
export type SniffedType = PictureType | 'application/pdf' | 'text/plain' | 'application/octet-stream';

export async function sniffMediaType(bytes: Uint8Array): Promise<SniffedType> {
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

/** Whether the bytes are well-formed UTF-8 without control characters that only binary formats have. */
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
