import type { PassageRow } from '../../context/retrieval/passage-row.js';
import { decodeCuts } from './cut-bytes.js';
import { PASSAGES_A_ROW, readTerms, type WantedTerms } from './term-bytes.js';

/** A row of the index with what the thread says of its message. */
export interface StoredPassages {
  position: number;
  role: 'user' | 'assistant';
  part: number;
  cuts: Buffer;
  /** In base 64, which costs a third less on its way than the hexadecimals of a bytea; null: not read. */
  terms: string | null;
  /** Null: the message waits for its place. */
  seq: number | null;
  session: number | null;
  name: string | null;
  /** When it was said; as a number, which is read faster than a date. */
  atMs: number;
}

/** A row for each passage of a stored one. */
export function toPassageRows(stored: StoredPassages, wanted: WantedTerms): PassageRow[] {
  const { seq, session, name, role, atMs, part } = stored;
  const cuts = decodeCuts(stored.cuts);
  const said = readTerms(Buffer.from(stored.terms ?? '', 'base64'), { passages: cuts.length, wanted });
  return cuts.map(({ tokens }, place) => ({
    seq: seq ?? 0,
    ordinal: part * PASSAGES_A_ROW + place,
    session: session ?? 0,
    role,
    name,
    atMs,
    tokens,
    length: said[place]?.length ?? 0,
    matches: said[place]?.matches ?? [],
  }));
}
