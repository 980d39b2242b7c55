import type { ToolOutput } from '../message/entries.js';

export interface ResultPicture {
  index: number;
  mediaType: string;
  base64: string;
  content: Uint8Array | undefined;
}

const DATA_URL = /^data:[^,]{0,200};base64,/i;
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/;

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

/** `Buffer.from` skips invalid characters, so the picture would be noise. */
function decodeBase64(data: string): Uint8Array | undefined {
  const digits = data.replace(DATA_URL, '').replace(/\s+/g, '');
  const length = digits.replace(/=+$/, '').length;
  if (!BASE64.test(digits) || length % 4 === 1) return undefined;
  return Buffer.from(digits, 'base64');
}
