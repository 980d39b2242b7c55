import { joinCut, type CutText } from '../trim/cut-text.js';
import type { Remember } from '../text-memory.js';

/** A text sent as its first and last characters with a marker between; the marker by its hash. */
export interface Cut {
  head: number;
  tail: number;
  marker: string;
}

/** Writes down how a text was cut; undefined: it was not. */
export function rememberCut(cut: CutText | undefined, memory: Remember): Cut | undefined {
  return cut && { head: cut.head, tail: cut.tail, marker: memory.keep(cut.marker) };
}

/** A text as it is sent: cut, or whole. */
export function applyCut(text: string, cut: Cut | undefined, recall: (hash: string) => string): string {
  return cut === undefined ? text : joinCut(text, { ...cut, marker: recall(cut.marker) });
}
