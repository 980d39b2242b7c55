import { inflateSync } from 'node:zlib';

/** Limits a stream, because a hostile PDF may expand without end. */
const MAX_STREAM_BYTES = 8_000_000;
const MAX_UNFOLDED_BYTES = 64_000_000;
/** The least that a stream counts, because starting to decompress takes time. */
const MIN_STREAM_BYTES = 16_000;

/** An edited PDF may count a page twice, never too few. */
export function countPdfPages(content: Uint8Array): number {
  // Latin-1 makes text offsets byte offsets.
  const text = Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('latin1');
  let pages = countPageObjects(text);
  let room = MAX_UNFOLDED_BYTES;
  for (const { index } of text.matchAll(/\/Type\s{0,20}\/ObjStm/g)) {
    if (room <= 0) break;
    const unfolded = inflateStream(content, findStream(text, index));
    pages += countPageObjects(unfolded ?? '');
    // Counted in full, because a broken stream may have decompressed to its limit.
    room -= unfolded === undefined ? MAX_STREAM_BYTES : Math.max(unfolded.length, MIN_STREAM_BYTES);
  }
  return pages;
}

function countPageObjects(text: string): number {
  let pages = 0;
  for (const _page of text.matchAll(/\/Type\s{0,20}\/Page(?![A-Za-z])/g)) pages += 1;
  return pages;
}

function findStream(text: string, index: number): number {
  const found = /stream\r?\n/.exec(text.slice(index, index + 2_000));
  return found === null ? -1 : index + found.index + found[0].length;
}

function inflateStream(content: Uint8Array, start: number): string | undefined {
  if (start < 0) return undefined;
  try {
    const bytes = inflateSync(content.subarray(start), { maxOutputLength: MAX_STREAM_BYTES });
    return bytes.toString('latin1');
  } catch {
    return undefined;
  }
}
