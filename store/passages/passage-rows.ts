import type { PassageRow } from '../../context/retrieval/passage-row.js';
import { decodeCuts } from './cut-bytes.js';
import { PASSAGES_A_ROW, readTerms, type WantedTerms } from './term-bytes.js';

/** The terms of a question as the index of a conversation has them. */
export type WantedIn = (source: number) => WantedTerms;

/** A row of the index, with the thread's facts about its message. */
export interface StoredPassages {
  /** Row id of the conversation whose index has it. */
  source: number;
  position: number;
  role: 'user' | 'assistant';
  part: number;
  cuts: Buffer;
  /** In base 64, which takes a third less to transfer than the hexadecimal text of a bytea. Null: not read. */
  terms: string | null;
  /** Null: the message has no place in the thread yet. */
  seq: number | null;
  session: number | null;
  name: string | null;
  /** Tokens of the whole message. */
  messageTokens: number;
  /** When the message was said. A number, because parsing a date takes longer. */
  atMs: number;
}

/** Converts a stored row to one row for each of its passages. */
export function toPassageRows(stored: StoredPassages, wantedIn: WantedIn): PassageRow[] {
  const { seq, session, name, role, atMs, part, messageTokens } = stored;
  const cuts = decodeCuts(stored.cuts);
  const said = readTerms(Buffer.from(stored.terms ?? '', 'base64'), {
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
    length: said[place]?.length ?? 0,
    matches: said[place]?.matches ?? [],
  }));
}
