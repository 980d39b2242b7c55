import { parsePictureSource } from '../../protocol/picture-source.js';
import { readImageSize, type ImageSize } from '../../files/image-size.js';

/** Anthropic bills images by area, as a rule of thumb. */
const PIXELS_PER_TOKEN = 750;
const UNKNOWN_SIZE = { width: 768, height: 768 };
/** A forged header must not overflow the database column. */
const MAX_TOKENS = 1_000_000;
/** The largest possible count, so that the estimate is never too low. */
const NO_SOURCE_TOKENS = 1_600;

/** A remote picture is not fetched and counts as 768 x 768 pixels. */
export function countImageTokens(image: unknown): number {
  if (image == null || image === '') return NO_SOURCE_TOKENS;
  return countSize(readSize(image) ?? UNKNOWN_SIZE);
}

export function countPictureTokens({
  width,
  height,
}: {
  width: number | null;
  height: number | null;
}): number {
  return countSize(width === null || height === null ? UNKNOWN_SIZE : { width, height });
}

function countSize({ width, height }: ImageSize): number {
  return Math.min(MAX_TOKENS, Math.floor((width * height) / PIXELS_PER_TOKEN));
}

function readSize(image: unknown) {
  if (image instanceof Uint8Array) return readImageSize(image);
  if (image instanceof ArrayBuffer) return readImageSize(new Uint8Array(image));
  const text = image instanceof URL ? image.href : image;
  if (typeof text !== 'string' || /^https?:/i.test(text)) return undefined;
  const stored = parsePictureSource(text);
  if (stored) return stored.size;
  return readImageSize(/^data:/i.test(text) ? text.slice(text.indexOf(',') + 1) : text);
}
