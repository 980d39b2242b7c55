import { displayWidth } from '../format/display-width.js';
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

const MIN_WIDTH = 60;
const MAX_WIDTH = 100;

/** Columns to use of a terminal's; of no terminal, of one that does not say, the usual 80. */
export function explanationWidth(columns: number | undefined): number {
  return Math.min(Math.max(columns || 80, MIN_WIDTH), MAX_WIDTH);
}

/** A number with its thousands apart: `16,384`. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}

/** The beginning of a text as one line that takes at most so many columns. */
export function beginningOf(text: string, columns: number): string {
  const line = oneLine(text);
  if (displayWidth(line) <= columns) return line;
  let shown = '';
  let width = 1;
  for (const character of line) {
    width += displayWidth(character);
    if (width > columns) break;
    shown += character;
  }
  return `${shown.trimEnd()}…`;
}

/** Words set side by side, in as many lines as they need; their widths are given because they may be painted. */
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
