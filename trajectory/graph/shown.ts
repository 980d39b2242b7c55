import { wellFormed } from '../../context/well-formed.js';

/** Longest part of a value that a message quotes, in UTF-16 units. */
const SHOWN_LIMIT = 80;
/** What would break a line, or turn the direction of what follows it. */
const LINE_BREAKERS = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]+/gu;

/** Somebody's text as an error quotes it: cut, on one line, and nothing in it that a log or a row would refuse. */
export function shown(text: string): string {
  return `'${oneLine(text, SHOWN_LIMIT)}'`;
}

/** At most so many UTF-16 units of a text, on one line that it cannot leave. */
export function oneLine(text: string, limit: number): string {
  const line = text.replace(LINE_BREAKERS, ' ').trim();
  return wellFormed(line.length > limit ? `${line.slice(0, limit - 1)}…` : line);
}
