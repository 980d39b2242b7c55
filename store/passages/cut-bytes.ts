import type { PassageCut } from '../../context/retrieval/cut-passages.js';

interface StoredCut extends PassageCut {
  readonly tokens: number;
}

const BYTES = 10;
const MAX_TOKENS = 0xffff;

export function encodeCut({ start, end, tokens }: StoredCut): Buffer {
  const bytes = Buffer.alloc(BYTES);
  bytes.writeUInt32BE(start, 0);
  bytes.writeUInt32BE(end, 4);
  bytes.writeUInt16BE(Math.min(tokens, MAX_TOKENS), 8);
  return bytes;
}

export function decodeCuts(bytes: Buffer): StoredCut[] {
  const cuts: StoredCut[] = [];
  for (let at = 0; at + BYTES <= bytes.length; at += BYTES)
    cuts.push({
      start: bytes.readUInt32BE(at),
      end: bytes.readUInt32BE(at + 4),
      tokens: bytes.readUInt16BE(at + 8),
    });
  return cuts;
}
