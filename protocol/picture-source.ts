import { uploadReference } from './message-parts.js';

/** A reference instead of bytes, which keeps plans, hashes and counts small. */
const SOURCE = /^upload:([0-9a-f]{64})(?:\/([1-9]\d{0,9})x([1-9]\d{0,9}))?$/;

export function pictureSource({
  hash,
  width,
  height,
}: {
  hash: string;
  width: number | null;
  height: number | null;
}): string {
  const reference = uploadReference(hash);
  return width === null || height === null ? reference : `${reference}/${width}x${height}`;
}

export function parsePictureSource(
  source: string,
): { hash: string; size: { width: number; height: number } | undefined } | undefined {
  const [, hash, width, height] = SOURCE.exec(source) ?? [];
  if (hash === undefined) return undefined;
  return { hash, size: width === undefined ? undefined : { width: Number(width), height: Number(height) } };
}
