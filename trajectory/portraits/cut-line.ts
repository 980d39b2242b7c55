import { oneLine } from '../graph/shown.js';

/** A text on one line, of at most so many characters. What is far beyond the end is not looked at. */
export function cutLine(text: string, most: number): string {
  return cutText(oneLine(text.slice(0, most * 4), Infinity).replace(/\s+/gu, ' '), most);
}

/** A text of at most so many characters, with `…` where it was longer, and never half a character. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
