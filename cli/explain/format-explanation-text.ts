import stringWidth from 'string-width';
import { oneLine } from '../format/printable.js';
import type { Style } from '../format/style.js';

/** How an explanation is shown. */
export interface ExplanationView {
  style: Style;
  /** Whether blocks are told apart by their color; else by letters. */
  isColored: boolean;
  /** Columns that bars and tables may take. */
  width: number;
}

/** Splits texts into characters as people see them, which may be several code points. */
const GRAPHEMES = new Intl.Segmenter();
const MIN_WIDTH = 60;
const MAX_WIDTH = 100;

/** Chooses how many columns to use; 80 where there is no terminal, or one that does not say its width. */
export function chooseWidth(columns: number | undefined): number {
  return Math.min(Math.max(columns || 80, MIN_WIDTH), MAX_WIDTH);
}

/** Formats a number with its thousands apart: `16,384`. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}

/** Puts a text on one line and cuts it to so many columns of a terminal. */
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

/** Sets words side by side, in as many lines as they need; their widths are given because they may be painted. */
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
