import stringWidth from 'string-width';
import { oneLine } from '../format/printable.js';
import type { Style } from '../format/style.js';

export interface ExplanationView {
  style: Style;
  /** Without color, letters distinguish the blocks. */
  isColored: boolean;
  width: number;
}

const GRAPHEMES = new Intl.Segmenter();
const MIN_WIDTH = 60;
const MAX_WIDTH = 100;

export function chooseWidth(columns: number | undefined): number {
  return Math.min(Math.max(columns || 80, MIN_WIDTH), MAX_WIDTH);
}

export function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}

export function cutToColumns(text: string, columns: number): string {
  const line = oneLine(text);
  if (stringWidth(line) <= columns) return line;
  let shown = '';
  let width = 1;
  for (const { segment } of GRAPHEMES.segment(line)) {
    width += stringWidth(segment);
    if (width > columns) break;
    shown += segment;
  }
  return `${shown.trimEnd()}…`;
}

export function wrapWords(words: readonly { text: string; width: number }[], columns: number): string {
  const gap = 3;
  const lines: string[] = [];
  let used = Infinity;
  for (const { text, width } of words) {
    if (used + gap + width > columns) {
      lines.push(text);
      used = width;
    } else {
      lines.push(`${lines.pop() ?? ''}${' '.repeat(gap)}${text}`);
      used += gap + width;
    }
  }
  return lines.join('\n');
}
