import { inflateSync } from 'node:zlib';

/** Anybody can write a PDF: its object streams are unfolded up to this many bytes each, and together. */
const MAX_STREAM_BYTES = 8_000_000;
const MAX_UNFOLDED_BYTES = 64_000_000;
/** The least that a stream counts: starting to unfold one takes time as well. */
const MIN_STREAM_BYTES = 16_000;

/**
 * Counts the pages of a PDF by the page objects in it, and in its compressed object streams, without reading its text.
 * An edited PDF may count a page twice, never too few. Returns 0 for bytes without a page that can be found (encrypted,
 * broken, no PDF). Synchronous and linear in the bytes, with bounded memory.
 */
export function countPdfPages(content: Uint8Array): number {
  // One byte is one character, so places in the text are places in the bytes.
  const text = Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('latin1');
  let pages = countPageObjects(text);
  let room = MAX_UNFOLDED_BYTES;
  for (const { index } of text.matchAll(/\/Type\s{0,20}\/ObjStm/g)) {
    if (room <= 0) break;
    const unfolded = unfold(content, findStream(text, index));
    pages += countPageObjects(unfolded ?? '');
    // A stream that breaks off may have unfolded up to its limit, and one of no bytes costs its start.
    room -= unfolded === undefined ? MAX_STREAM_BYTES : Math.max(unfolded.length, MIN_STREAM_BYTES);
  }
  return pages;
}

function countPageObjects(text: string): number {
  let pages = 0;
  for (const _page of text.matchAll(/\/Type\s{0,20}\/Page(?![A-Za-z])/g)) pages += 1;
  return pages;
}

/** The place behind the `stream` of an object whose dictionary is at `index`; -1 without one. */
function findStream(text: string, index: number): number {
  const found = /stream\r?\n/.exec(text.slice(index, index + 2_000));
  return found === null ? -1 : index + found.index + found[0].length;
}

/** The text of a compressed stream; absent when it is broken or too large. */
function unfold(content: Uint8Array, start: number): string | undefined {
  if (start < 0) return undefined;
  try {
    // The compressed data marks its own end; what is behind it is ignored.
    const bytes = inflateSync(content.subarray(start), { maxOutputLength: MAX_STREAM_BYTES });
    return bytes.toString('latin1');
  } catch {
    return undefined;
  }
}
