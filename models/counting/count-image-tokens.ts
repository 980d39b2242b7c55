import { parsePictureSource } from '../../protocol/picture-source.js';
import { readImageSize, type ImageSize } from '../../files/image-size.js';

/** Pixels that cost one token: the published rule of thumb of a provider that bills pictures by their area. */
const PIXELS_PER_TOKEN = 750;
/** The size assumed of a picture whose size is unknown, or that a provider fetches itself. */
const UNKNOWN_SIZE = { width: 768, height: 768 };
/** No picture costs more: a forged header must not give a count that no column holds. */
const MAX_TOKENS = 1_000_000;
/** A picture part without a source: counted as the largest a provider makes of one, so never too low. */
const NO_SOURCE_TOKENS = 1_600;

/**
 * Tokens of a picture by its size (width x height / 750, rounded down), never by the length of its base64. Takes
 * bytes, base64, a data URL or a remote URL; unknown or remote counts as 768 x 768, none at all as 1,600.
 */
export function countImageTokens(image: unknown): number {
  if (image === null || image === undefined || image === '') return NO_SOURCE_TOKENS;
  return countSize(readSize(image) ?? UNKNOWN_SIZE);
}

/** Tokens of a stored picture, by the size that was read when it was stored. */
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
  if (stored !== undefined) return stored.size;
  return readImageSize(/^data:/i.test(text) ? text.slice(text.indexOf(',') + 1) : text);
}
