import type { RE2JS } from 're2js';
import { wholeCharacter } from './whole-character.js';

/** Bounds the cost of one search. In a longer line, `$` also matches at the end of a piece. */
const PIECE = 4_096;
const OVERLAP = 512;
const LONG_LINE = 400;
const SEPARATION = 200;

export interface Match {
  line: number;
  lineStart: number;
  lineEnd: number;
  start: number;
}

export function findMatches(
  text: string,
  input: { regex: RE2JS; from: number; maxMatches: number; shouldStop: () => boolean },
): { matches: Match[]; searchedTo: number } {
  const { regex, maxMatches, shouldStop } = input;
  const matches: Match[] = [];
  let at = wholeCharacter(text, input.from);
  let place = lineAt(text, at);
  while (at < text.length && matches.length < maxMatches) {
    if (at > place.lineEnd) place = nextLine(text, place);
    const { lineStart, lineEnd } = place;
    // Starts before `at`, because `^` and word boundaries depend on the preceding text.
    const pieceStart = wholeCharacter(text, Math.max(lineStart, at - OVERLAP));
    const pieceEnd = wholeCharacter(text, Math.min(lineEnd, pieceStart + PIECE));
    const found = search(text.slice(pieceStart, pieceEnd), at - pieceStart);
    if (found) {
      const start = pieceStart + found.start;
      matches.push({ ...place, start });
      const isLong = lineEnd - lineStart > LONG_LINE;
      const next = wholeCharacter(text, Math.max(pieceStart + found.end, start + SEPARATION));
      at = isLong && next < lineEnd ? next : lineEnd + 1;
    } else at = pieceEnd === lineEnd ? lineEnd + 1 : wholeCharacter(text, pieceEnd - OVERLAP);
    if (shouldStop()) break;
  }
  return { matches, searchedTo: Math.min(at, text.length) };

  function search(piece: string, from: number): { start: number; end: number } | undefined {
    // `find` is used because `test` can take ten times as long for patterns with many states.
    const matcher = regex.matcher(piece);
    return matcher.find(from) ? { start: matcher.start(), end: matcher.end() } : undefined;
  }
}

type Line = Omit<Match, 'start'>;

function lineAt(text: string, at: number): Line {
  let line: Line = { line: 1, lineStart: 0, lineEnd: endOfLine(text, 0) };
  while (line.lineEnd < at && line.lineEnd < text.length) line = nextLine(text, line);
  return line;
}

function nextLine(text: string, { line, lineEnd }: Line): Line {
  return { line: line + 1, lineStart: lineEnd + 1, lineEnd: endOfLine(text, lineEnd + 1) };
}

function endOfLine(text: string, from: number): number {
  const found = text.indexOf('\n', from);
  return found === -1 ? text.length : found;
}
