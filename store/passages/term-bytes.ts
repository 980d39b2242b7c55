import type { TermMatch } from '../../context/retrieval/passage-row.js';

/** A term takes 24 of 32 bits. Two more bits number four passages. */
export const PASSAGES_A_ROW = 4;

interface PassageTerms {
  length: number;
  matches: TermMatch[];
}

export interface WantedTerms {
  readonly places: ReadonlyMap<number, readonly number[]>;
  /** Tests the first 16 bits of a term, which skips most terms that are not wanted. */
  readonly isPossible: Uint8Array;
}

export function wantTerms(terms: readonly number[]): WantedTerms {
  const places = new Map<number, number[]>();
  const isPossible = new Uint8Array(1 << 16);
  for (const [place, term] of terms.entries()) {
    places.set(term, [...(places.get(term) ?? []), place]);
    isPossible[term >> 8] = 1;
  }
  return { places, isPossible };
}

export function readTerms(
  bytes: Uint8Array,
  { passages, wanted }: { passages: number; wanted: WantedTerms },
): PassageTerms[] {
  const lengths = new Uint32Array(PASSAGES_A_ROW);
  const matches = Array.from({ length: passages }, (): TermMatch[] => []);
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    const prefix = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
    const counts = bytes[at + 3] ?? 0;
    for (let place = 0; place < passages; place += 1)
      lengths[place] = (lengths[place] ?? 0) + ((counts >> (2 * place)) & 3);
    if (wanted.isPossible[prefix] === 0) continue;
    for (const term of wanted.places.get((prefix << 8) | (bytes[at + 2] ?? 0)) ?? [])
      for (const [place, found] of matches.entries()) {
        const count = (counts >> (2 * place)) & 3;
        if (count > 0) found.push({ term, count });
      }
  }
  return matches.map((found, place) => ({
    length: lengths[place] ?? 0,
    matches: found.sort((a, b) => a.term - b.term),
  }));
}
