import { wellFormed } from '../../context/well-formed.js';

/** Longest part of a value that a message quotes, in UTF-16 units. */
const SHOWN_LIMIT = 80;
/** Characters that break a line, or reverse the direction of the text after them. */
const LINE_BREAKERS = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]+/gu;

/** Quotes somebody's text in an error: cut, on one line, without characters that a log or a row would refuse. */
export function quoteText(text: string): string {
  return `'${fitOnLine(text, SHOWN_LIMIT)}'`;
}

/** Puts a text on one line and cuts it to so many UTF-16 units. */
export function fitOnLine(text: string, limit: number): string {
  const line = text.replace(LINE_BREAKERS, ' ').trim();
  return wellFormed(line.length > limit ? `${line.slice(0, limit - 1)}…` : line);
}
