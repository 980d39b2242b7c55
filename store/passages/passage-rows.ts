import type { PassageRow } from '../../context/retrieval/passage-row.js';
import { decodeCuts } from './cut-bytes.js';
import { PASSAGES_A_ROW, readTerms, type WantedTerms } from './term-bytes.js';

export type WantedIn = (source: number) => WantedTerms;

export interface StoredPassages {
  source: number;
  position: number;
  role: 'user' | 'assistant';
  part: number;
  cuts: Buffer;
  /** Stored as base64, which is a third shorter than bytea's hex. */
  terms: string | null;
  seq: number | null;
  session: number | null;
  name: string | null;
  messageTokens: number;
  atMs: number;
}

export function toPassageRows(stored: StoredPassages, wantedIn: WantedIn): PassageRow[] {
  const { seq, session, name, role, atMs, part, messageTokens } = stored;
  const cuts = decodeCuts(stored.cuts);
  const terms = readTerms(Buffer.from(stored.terms ?? '', 'base64'), {
    passages: cuts.length,
    wanted: wantedIn(stored.source),
  });
  return cuts.map(({ tokens }, place) => ({
    seq: seq ?? 0,
    ordinal: part * PASSAGES_A_ROW + place,
    session: session ?? 0,
    role,
    name,
    atMs,
    tokens,
    messageTokens,
    length: terms[place]?.length ?? 0,
    matches: terms[place]?.matches ?? [],
  }));
}
