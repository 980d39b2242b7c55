import { wellFormed } from '../../context/text/well-formed.js';

const SHOWN_LIMIT = 80;
/** Characters that break a line or reverse the text's direction. */
const LINE_BREAKERS = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]+/gu;

export function quoteText(text: string): string {
  return `'${fitOnLine(text, SHOWN_LIMIT)}'`;
}

export function fitOnLine(text: string, limit: number): string {
  const line = text.replace(LINE_BREAKERS, ' ').trim();
  return wellFormed(line.length > limit ? `${line.slice(0, limit - 1)}…` : line);
}
