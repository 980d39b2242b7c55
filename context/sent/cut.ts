import { joinCut, type CutText } from '../plan/cut-text.js';
import type { Remember } from '../text/text-memory.js';

export interface Cut {
  head: number;
  tail: number;
  marker: string;
}

export function rememberCut(cut: CutText | undefined, memory: Remember): Cut | undefined {
  return cut && { head: cut.head, tail: cut.tail, marker: memory.keep(cut.marker) };
}

export function applyCut(text: string, cut: Cut | undefined, recall: (hash: string) => string): string {
  return cut ? joinCut(text, { ...cut, marker: recall(cut.marker) }) : text;
}
