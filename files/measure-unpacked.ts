import { createInflate } from 'node:zlib';

/** Characters before a stream in which its dictionary is looked for. */
const DICTIONARY_LENGTH = 2_000;

/**
 * Counts the bytes to which the compressed streams of a PDF unpack, up to the first that exceeds `most`. Pictures do not count: no
 * reader of text unpacks them. Streams that cannot be unpacked (encrypted, broken) count what comes out of them.
 */
export async function measureUnpacked(content: Uint8Array, most: number): Promise<number> {
  // One byte is one character, so places in the text are places in the bytes.
  const text = Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('latin1');
  let bytes = 0;
  for (const { index, 0: keyword } of text.matchAll(/stream\r?\n/g)) {
    const dictionary =
      text
        .slice(Math.max(0, index - DICTIONARY_LENGTH), index)
        .split('endobj')
        .at(-1) ?? '';
    if (!/\/(FlateDecode|Fl)\b/.test(dictionary) || /\/Subtype\s*\/Image\b/.test(dictionary)) continue;
    bytes += await unpackedBytes(content.subarray(index + keyword.length), most - bytes);
    if (bytes > most) break;
  }
  return bytes;
}

/** The compressed data marks its own end; what is behind it is ignored. */
async function unpackedBytes(content: Uint8Array, most: number): Promise<number> {
  const inflate = createInflate();
  let bytes = 0;
  inflate.end(content);
  try {
    for await (const chunk of inflate) {
      bytes += (chunk as Buffer).length;
      if (bytes > most) break;
    }
  } catch {
    // What came out of a broken stream is counted.
  }
  inflate.destroy();
  return bytes;
}
