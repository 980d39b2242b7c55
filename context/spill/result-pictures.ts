import type { ToolOutput } from '../entries.js';

/** A picture, or another file, within a tool's result. */
export interface ResultPicture {
  /** Place among the pictures of the result, from 0, broken ones included. */
  index: number;
  mediaType: string;
  /** The data as the tool gave it. */
  base64: string;
  /** The decoded data; undefined where it is not base64. */
  content: Uint8Array | undefined;
}

const DATA_URL = /^data:[^,]{0,200};base64,/i;
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/;

/** Lists the pictures that a result holds as data, in order. */
export function resultPictures(output: ToolOutput): ResultPicture[] {
  if (output.type !== 'content') return [];
  const pictures: ResultPicture[] = [];
  for (const part of output.value) {
    if (part.type !== 'image-data' && part.type !== 'file-data' && part.type !== 'media') continue;
    const { data, mediaType } = part;
    pictures.push({ index: pictures.length, mediaType, base64: data, content: decodeBase64(data) });
  }
  return pictures;
}

/** Decodes strictly: `Buffer` alone leaves out the characters it does not know and gives a picture of noise. */
function decodeBase64(data: string): Uint8Array | undefined {
  const digits = data.replace(DATA_URL, '').replace(/\s+/g, '');
  const length = digits.replace(/=+$/, '').length;
  if (!BASE64.test(digits) || length % 4 === 1) return undefined;
  return Buffer.from(digits, 'base64');
}
