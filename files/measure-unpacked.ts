import { createInflate } from 'node:zlib';

const DICTIONARY_LENGTH = 2_000;

/** Skips pictures, which text readers do not decompress. */
export async function measureUnpacked(content: Uint8Array, most: number): Promise<number> {
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

async function unpackedBytes(content: Uint8Array, most: number): Promise<number> {
  const inflate = createInflate();
  let bytes = 0;
  inflate.end(content);
  try {
    for await (const chunk of inflate) {
      bytes += (chunk as Buffer).length;
      if (bytes > most) break;
    }
  } catch {}
  inflate.destroy();
  return bytes;
}
