import { findMatches, type Match } from './find-matches.js';
import { fitLength } from './fit-length.js';
import { readNumber } from './read-number.js';
import { readError, type ReadResult } from './read-result.js';
import { wholeCharacter } from './whole-character.js';
import { RE2JS } from 're2js';
import { errorMessage } from '../../protocol/error-message.js';
import { compilePattern, MAX_PATTERN_CHARACTERS } from '../../protocol/compile-pattern.js';

const MAX_MATCHES = 10_000;
const MAX_SHOWN = 200;
const WINDOW = 240;
const BEFORE_SHARE = 1 / 3;

export interface SearchLinesInput {
  /** A regular expression in RE2's syntax. */
  pattern: unknown;
  offset?: unknown;
  maxTokens: number;
  countText: (text: string) => number;
  shouldStop?: () => boolean;
}

export function searchLines(text: string, input: SearchLinesInput): ReadResult {
  const { maxTokens, countText } = input;
  const compiled = readPattern(input.pattern);
  if ('problem' in compiled) return readError(compiled.problem);
  const offset = readNumber('offset', input.offset, { least: 0, fallback: 0 });
  if ('problem' in offset) return readError(offset.problem);
  if (offset.value > text.length)
    return readError(`offset is '${offset.value}', past the end: there are ${text.length} characters.`);
  const from = offset.value;
  const { matches, searchedTo } = findMatches(text, {
    regex: compiled.regex,
    from,
    maxMatches: MAX_MATCHES,
    shouldStop: input.shouldStop ?? (() => false),
  });
  const count = (shown: number, width: number): number => countText(page(shown, width));
  const most = Math.min(matches.length, MAX_SHOWN);
  const shown = fitLength({ most, room: maxTokens, count: (tried) => count(tried, WINDOW) });
  if (shown > 0) return { text: page(shown, WINDOW), isError: false };
  const width =
    most === 0 ? 0 : fitLength({ most: WINDOW, room: maxTokens, count: (tried) => count(1, tried) });
  const answer = page(width > 0 ? 1 : 0, width);
  if (countText(answer) > maxTokens)
    return readError(`An answer of at most ${maxTokens} tokens has no room.`);
  return { text: answer, isError: false };

  function page(howMany: number, width: number): string {
    const next = matches[howMany]?.start ?? (searchedTo < text.length ? searchedTo : undefined);
    const range = `characters ${from}-${searchedTo} of ${text.length}`;
    const found = `${matches.length}${matches.length === MAX_MATCHES ? ' or more' : ''}`;
    const total = `${found} ${found === '1' ? 'match' : 'matches'} in ${range}`;
    const part = howMany < matches.length ? `; ${howMany} shown` : '';
    const header = `${total}${part}; ${next === undefined ? 'end' : `next offset: ${next}`}`;
    return [header, ...matches.slice(0, howMany).map((match) => describe(match, width))].join('\n');
  }

  function describe({ line, lineStart, lineEnd, start }: Match, width: number): string {
    if (lineEnd - lineStart <= width)
      return `line ${line}, offset ${start}: ${text.slice(lineStart, lineEnd)}`;
    const first = wholeCharacter(text, Math.max(lineStart, start - Math.floor(width * BEFORE_SHARE)));
    const last = wholeCharacter(text, Math.min(lineEnd, first + width));
    const window = `${first > lineStart ? '…' : ''}${text.slice(first, last)}${last < lineEnd ? '…' : ''}`;
    return `line ${line}, offset ${start}: ${window}`;
  }
}

type CompiledPattern = { regex: RE2JS } | { problem: string };

function readPattern(pattern: unknown): CompiledPattern {
  if (typeof pattern !== 'string' || pattern === '')
    return { problem: 'pattern is missing; it must be a regular expression.' };
  try {
    const regex = compilePattern(pattern, (source) => RE2JS.compile(source));
    if (regex === 'too-long')
      return {
        problem: `pattern has ${pattern.length} characters; it may have ${MAX_PATTERN_CHARACTERS}.`,
      };
    return regex === 'repeats-too-much'
      ? { problem: `pattern '${clip(pattern)}' repeats too much to be searched for; make it simpler.` }
      : { regex };
  } catch (error) {
    const reason = errorMessage(error);
    return {
      problem: `pattern '${clip(pattern)}' is not a regular expression of RE2's syntax: ${clip(reason)}`,
    };
  }
}

function clip(text: string): string {
  return text.slice(0, 200).toWellFormed();
}
