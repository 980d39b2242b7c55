import ranksFile from 'js-tiktoken/ranks/cl100k_base';

/**
 * Longest piece, in UTF-16 units, that is encoded at once. The encoding's pattern leaves an unbroken run of letters
 * whole, and merging it costs more than its length; cut here, cost is linear. Ordinary words never reach it.
 */
const MAX_PIECE_UNITS = 256;
/** Pieces remembered in each of two generations: about 10 MB at most, and nearly all words of a running chat. */
const GENERATION_SIZE = 40_000;
/** A merge candidate is kept as `rank * POSITIONS + position`; 256 units are at most 768 bytes. */
const POSITIONS = 1024;
const NO_RANK = -1;

interface Encoder {
  readonly pattern: RegExp;
  /** Rank by the token's bytes, as a string of one character per byte. */
  readonly ranks: ReadonlyMap<string, number>;
  /** Rank of each two-byte token by `first * 256 + second`: most of what a merge looks up. */
  readonly pairs: Int32Array;
}

let encoder: Encoder | undefined;
let recent = new Map<string, number>();
let older = new Map<string, number>();

/** Reads the encoding's table once per process, about 0.1 s; later calls do nothing. Call it before serving. */
export function warmUp(): void {
  loadEncoder();
}

/**
 * Tokens of a text in cl100k_base. Special-token text counts as plain text, lone surrogates as U+FFFD; null and
 * undefined are 0, other values count as their JSON or string form. Never throws; linear in the length.
 */
export function countTextTokens(text: unknown): number {
  const plain = toText(text);
  if (plain === '') return 0;
  let tokens = 0;
  for (const [piece] of plain.matchAll(loadEncoder().pattern)) {
    tokens += piece.length <= MAX_PIECE_UNITS ? countPiece(piece) : countLongPiece(piece);
  }
  return tokens;
}

function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  try {
    return typeof value === 'object' ? (JSON.stringify(value) ?? '') : String(value);
  } catch {
    return ''; // circular, or with a method of its own that throws: it has no text form that could be sent
  }
}

/** The table's lines are `! <first rank> <token> <token> ...`, tokens in base64, ranks counting up. */
function loadEncoder(): Encoder {
  if (encoder) return encoder;
  const ranks = new Map<string, number>();
  const pairs = new Int32Array(65_536).fill(NO_RANK);
  for (const line of ranksFile.bpe_ranks.split('\n')) {
    const [, first, ...tokens] = line.split(' ');
    tokens.forEach((token, index) => {
      const bytes = atob(token);
      ranks.set(bytes, Number(first) + index);
      if (bytes.length === 2) pairs[bytes.charCodeAt(0) * 256 + bytes.charCodeAt(1)] = Number(first) + index;
    });
  }
  encoder = { pattern: new RegExp(ranksFile.pat_str, 'ug'), ranks, pairs };
  return encoder;
}

function countLongPiece(piece: string): number {
  let tokens = 0;
  for (let from = 0; from < piece.length;) {
    let to = Math.min(from + MAX_PIECE_UNITS, piece.length);
    if (to < piece.length && isInsidePair(piece, to)) to -= 1;
    tokens += countPiece(piece.slice(from, to));
    from = to;
  }
  return tokens;
}

function isInsidePair(text: string, index: number): boolean {
  const code = text.codePointAt(index - 1);
  return code !== undefined && code > 0xffff;
}

/** Least recently used, in two generations: a full one becomes the older, what is used again moves up. */
function countPiece(piece: string): number {
  const known = recent.get(piece);
  if (known !== undefined) return known;
  const bytes = Buffer.from(piece, 'utf8');
  // Decoded anew: a key that is a slice would keep the whole text it was cut from in memory.
  const key = bytes.toString('utf8');
  const tokens = recent.get(key) ?? older.get(key) ?? countMerged(bytes.toString('latin1'));
  if (recent.size >= GENERATION_SIZE) {
    older = recent;
    recent = new Map();
  }
  recent.set(key, tokens);
  return tokens;
}

/** Byte-pair merging, lowest rank first and leftmost among equals, with a heap: n log n in the bytes of the piece. */
function countMerged(bytes: string): number {
  if (loadEncoder().ranks.has(bytes)) return 1;
  const end = bytes.length;
  const next = Int32Array.from({ length: end }, (_, index) => index + 1);
  const previous = Int32Array.from({ length: end }, (_, index) => index - 1);
  const pairRank = new Int32Array(end).fill(NO_RANK);
  const heap: number[] = [];
  const rankPair = (start: number) => {
    const middle = next[start] ?? end;
    const rank = middle < end ? rankOf(bytes, start, next[middle] ?? end) : NO_RANK;
    pairRank[start] = rank;
    if (rank !== NO_RANK) pushHeap(heap, rank * POSITIONS + start);
  };
  for (let start = 0; start < end - 1; start += 1) rankPair(start);
  let parts = end;
  for (let top = popHeap(heap); top !== undefined; top = popHeap(heap)) {
    const start = top % POSITIONS;
    if (pairRank[start] !== Math.floor(top / POSITIONS)) continue; // overtaken by an earlier merge
    const gone = next[start] ?? end;
    const after = next[gone] ?? end;
    next[start] = after;
    pairRank[gone] = NO_RANK;
    if (after < end) previous[after] = start;
    parts -= 1;
    rankPair(start);
    const before = previous[start] ?? -1;
    if (before >= 0) rankPair(before);
  }
  return parts;
}

function rankOf(bytes: string, start: number, end: number): number {
  const { pairs, ranks } = loadEncoder();
  if (end - start > 2) return ranks.get(bytes.slice(start, end)) ?? NO_RANK;
  return pairs[bytes.charCodeAt(start) * 256 + bytes.charCodeAt(start + 1)] ?? NO_RANK;
}

function pushHeap(heap: number[], value: number): void {
  let index = heap.push(value) - 1;
  while (index > 0) {
    const parent = (index - 1) >> 1;
    const above = heap[parent] ?? value;
    if (above <= value) break;
    heap[index] = above;
    index = parent;
  }
  heap[index] = value;
}

function popHeap(heap: number[]): number | undefined {
  const top = heap[0];
  const last = heap.pop();
  if (last === undefined || heap.length === 0) return top;
  let index = 0;
  for (let child = 1; child < heap.length; child = 2 * index + 1) {
    if ((heap[child + 1] ?? Infinity) < (heap[child] ?? Infinity)) child += 1;
    const below = heap[child] ?? last;
    if (below >= last) break;
    heap[index] = below;
    index = child;
  }
  heap[index] = last;
  return top;
}
