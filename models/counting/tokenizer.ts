import ranksFile from 'js-tiktoken/ranks/cl100k_base';

/** Longer pieces are split, because merging is superlinear and a run of letters is one piece. */
const MAX_PIECE_UNITS = 256;
/** Never occurs in UTF-8. */
const END_BYTE = 0xff;
const NO_RANK = 0x7fffffff;
const STALE = -1;

let tokenBytes: Uint8Array = new Uint8Array();
const tokenStarts = new Int32Array(1 << 17);
const RANK_SLOT_MASK = (1 << 18) - 1;
const rankTable = new Int32Array(RANK_SLOT_MASK + 1);
const pairRanks = new Int32Array(1 << 16);

/** Newer pieces overwrite older ones, so the cache stays at 4 MB. */
const CACHE_SLOTS = 1 << 16;
const SLOT_BYTES = 64;
const MAX_CACHED_BYTES = SLOT_BYTES - 2;
const cache = new Uint8Array(CACHE_SLOTS * SLOT_BYTES);

const scratch = Buffer.alloc(1 << 16);
const partStarts = new Int32Array(MAX_PIECE_UNITS * 3 + 1);
const partRanks = new Int32Array(MAX_PIECE_UNITS * 3 + 1);

export function warmUp(): void {
  if (tokenBytes.length > 0) return;
  rankTable.fill(NO_RANK);
  pairRanks.fill(NO_RANK);
  // Each line is `! <first rank> <token> ...`, with tokens in base64.
  const tokens = ranksFile.bpe_ranks.split('\n').flatMap((line) => line.split(' ').slice(2));
  const bytes = Buffer.alloc(ranksFile.bpe_ranks.length);
  let from = 0;
  tokens.forEach((token, rank) => {
    const to = from + bytes.write(token, from, 'base64');
    let slot = hashBytes(bytes, from, to) & RANK_SLOT_MASK;
    while (rankTable[slot] !== NO_RANK) slot = (slot + 1) & RANK_SLOT_MASK;
    rankTable[slot] = rank;
    if (to - from === 2) pairRanks[bytes.readUInt16BE(from)] = rank;
    tokenStarts[rank + 1] = to;
    from = to;
  });
  tokenBytes = Uint8Array.from(bytes.subarray(0, from));
}

/** Counts special tokens as text. Never throws. */
export function countTextTokens(text: unknown): number {
  warmUp();
  const bytes = toBytes(toText(text));
  let tokens = 0;
  for (let from = 0, to = 0; bytes[from] !== END_BYTE; from = to) {
    to = endOfPiece(bytes, from);
    tokens +=
      to - from <= MAX_CACHED_BYTES ? countShortPiece(bytes, from, to) : countLongPiece(bytes, from, to);
  }
  return tokens;
}

export function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value == null) return '';
  try {
    return typeof value === 'object' ? (JSON.stringify(value) ?? '') : String(value);
  } catch {
    return ''; // a circular value cannot be sent
  }
}

function toBytes(text: string): Uint8Array {
  const isShort = text.length * 3 < scratch.length;
  const bytes = isShort ? scratch : Buffer.allocUnsafe(Buffer.byteLength(text) + 1);
  bytes[bytes.write(text)] = END_BYTE;
  return bytes;
}

const [UNKNOWN, LETTER, NUMBER, BREAK, BLANK, MARK, INSIDE, END] = [0, 1, 2, 4, 8, 16, 32, 64] as const;
const byteKinds = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte < 0x80) return classify(byte);
  if (byte < 0xc0) return INSIDE;
  return byte === END_BYTE ? END : UNKNOWN;
});
const codeKinds = new Uint8Array(0x110000);

function classify(code: number): number {
  const character = String.fromCodePoint(code);
  if (/\p{L}/u.test(character)) return LETTER;
  if (/\p{N}/u.test(character)) return NUMBER;
  if (/[\r\n]/.test(character)) return BREAK;
  return /\s/.test(character) ? BLANK : MARK;
}

function kindAt(bytes: Uint8Array, at: number): number {
  return byteKinds[bytes[at] ?? END_BYTE] || longKindAt(bytes, at);
}

function longKindAt(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0;
  let code = lead & (lead < 0xe0 ? 0x1f : lead < 0xf0 ? 0x0f : 0x07);
  for (let next = at + 1; byteKinds[bytes[next] ?? 0] === INSIDE; next += 1)
    code = (code << 6) | ((bytes[next] ?? 0) & 0x3f);
  return (codeKinds[code] ||= classify(code));
}

/** Written by hand, because the encoding's regular expression is slower and overflows its stack. */
export function endOfPiece(bytes: Uint8Array, from: number): number {
  if (bytes[from] === 0x27) {
    const end = endOfContraction(bytes, from);
    if (end > from) return end;
  }
  const first = kindAt(bytes, from);
  const second = skip(bytes, from + 1, INSIDE);
  const next = kindAt(bytes, second);
  if (first === LETTER || (next === LETTER && (first === BLANK || first === MARK)))
    return skip(bytes, second, LETTER | INSIDE);
  if (first === NUMBER) return endOfNumber(bytes, second);
  if (first === MARK || (next === MARK && bytes[from] === 0x20))
    return skip(bytes, skip(bytes, second, MARK | INSIDE), BREAK);
  return endOfSpace(bytes, from);
}

function skip(bytes: Uint8Array, from: number, kinds: number): number {
  let at = from;
  while ((kindAt(bytes, at) & kinds) !== 0) at += 1;
  return at;
}

function endOfContraction(bytes: Uint8Array, from: number): number {
  const second = String.fromCharCode((bytes[from + 1] ?? END_BYTE) | 0x20);
  if ('stmd'.includes(second)) return from + 2;
  const third = String.fromCharCode((bytes[from + 2] ?? END_BYTE) | 0x20);
  return ['re', 've', 'll'].includes(second + third) ? from + 3 : from;
}

function endOfNumber(bytes: Uint8Array, second: number): number {
  if (kindAt(bytes, second) !== NUMBER) return second;
  const third = skip(bytes, second + 1, INSIDE);
  return kindAt(bytes, third) === NUMBER ? skip(bytes, third + 1, INSIDE) : third;
}

function endOfSpace(bytes: Uint8Array, from: number): number {
  let [at, lastBlank, afterBreak] = [from, from, from];
  let kind = kindAt(bytes, at);
  for (; kind === BLANK || kind === BREAK; kind = kindAt(bytes, at)) {
    lastBlank = at;
    at = skip(bytes, at + 1, INSIDE);
    if (kind === BREAK) afterBreak = at;
  }
  if (afterBreak > from) return afterBreak;
  return kind === END || lastBlank === from ? at : lastBlank;
}

function countShortPiece(bytes: Uint8Array, from: number, to: number): number {
  const slot = (hashBytes(bytes, from, to) & (CACHE_SLOTS - 1)) * SLOT_BYTES;
  if (cache[slot] === to - from && hasAt(cache, slot + 2, bytes, from, to)) return cache[slot + 1] ?? 0;
  const tokens = countMerged(bytes, from, to);
  cache[slot] = to - from;
  cache[slot + 1] = tokens;
  for (let at = from; at < to; at += 1) cache[slot + 2 + at - from] = bytes[at] ?? 0;
  return tokens;
}

function countLongPiece(bytes: Uint8Array, from: number, to: number): number {
  let tokens = 0;
  for (let at = from; at < to;) {
    const cut = Math.min(afterUnits(bytes, at, MAX_PIECE_UNITS), to);
    tokens += countMerged(bytes, at, cut);
    at = cut;
  }
  return tokens;
}

function afterUnits(bytes: Uint8Array, from: number, units: number): number {
  let at = from;
  for (let left = units; left > 0; left -= 1) {
    const lead = bytes[at] ?? END_BYTE;
    if (lead >= 0xf0 && --left === 0) break;
    at += lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  }
  return at;
}

/** A merge never creates a pair of a lower rank. */
function countMerged(bytes: Uint8Array, from: number, to: number): number {
  if (findRank(bytes, from, to) !== NO_RANK) return 1;
  let parts = to - from;
  let lowest = NO_RANK;
  for (let part = 0; part <= parts; part += 1) {
    const at = from + part;
    const rank = part < parts - 1 ? pairRanks[(bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0)] : NO_RANK;
    partStarts[part] = at;
    partRanks[part] = rank ?? NO_RANK;
    lowest = Math.min(lowest, rank ?? NO_RANK);
  }
  while (lowest !== NO_RANK) {
    parts = joinPairs(lowest, parts);
    lowest = rankPairs(bytes, parts);
  }
  return parts;
}

function joinPairs(rank: number, parts: number): number {
  let kept = 0;
  for (let part = 0; part < parts; part += 1) {
    partStarts[kept] = partStarts[part] ?? 0;
    const isJoined = partRanks[part] === rank;
    partRanks[kept] = isJoined ? STALE : (partRanks[part] ?? NO_RANK);
    if (isJoined) {
      if (kept > 0) partRanks[kept - 1] = STALE;
      part += 1;
    }
    kept += 1;
  }
  partStarts[kept] = partStarts[parts] ?? 0;
  partRanks[kept - 1] = NO_RANK;
  return kept;
}

function rankPairs(bytes: Uint8Array, parts: number): number {
  let lowest = NO_RANK;
  for (let part = 0; part < parts; part += 1) {
    if (partRanks[part] === STALE)
      partRanks[part] = findRank(bytes, partStarts[part] ?? 0, partStarts[part + 2] ?? 0);
    lowest = Math.min(lowest, partRanks[part] ?? NO_RANK);
  }
  return lowest;
}

function findRank(bytes: Uint8Array, from: number, to: number): number {
  for (let slot = hashBytes(bytes, from, to); ; slot += 1) {
    const rank = rankTable[slot & RANK_SLOT_MASK] ?? NO_RANK;
    if (rank === NO_RANK) return NO_RANK;
    const start = tokenStarts[rank] ?? 0;
    const length = (tokenStarts[rank + 1] ?? 0) - start;
    if (length === to - from && hasAt(tokenBytes, start, bytes, from, to)) return rank;
  }
}

function hashBytes(bytes: Uint8Array, from: number, to: number): number {
  let hash = to - from;
  for (let at = from; at < to; at += 1) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
  return hash ^ (hash >>> 15);
}

function hasAt(store: Uint8Array, place: number, bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if (store[place + at - from] !== bytes[at]) return false;
  return true;
}
