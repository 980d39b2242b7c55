import { fitLength } from './fit-length.js';
import { readNumber } from './read-number.js';
import { readError, refusePage, type ReadResult } from './read-result.js';
import { wholeCharacter } from './whole-character.js';

/** Only white space has more characters per token. */
export const MAX_CHARACTERS_PER_TOKEN = 8;

export interface ReadPageInput {
  offset?: unknown;
  limit?: unknown;
  maxTokens: number;
  countText: (text: string) => number;
}

export function readPage(text: string, { offset, limit, maxTokens, countText }: ReadPageInput): ReadResult {
  const from = readNumber('offset', offset, { least: 0, fallback: 0 });
  if ('problem' in from) return readError(from.problem);
  const most = readNumber('limit', limit, { least: 1, fallback: Infinity });
  if ('problem' in most) return readError(most.problem);
  if (from.value > text.length)
    return readError(`offset is '${from.value}', past the end: there are ${text.length} characters.`);
  const start = wholeCharacter(text, from.value);
  const rest = text.length - start;
  const wanted = most.value === 1 && toEnd(start + 1) === start ? 2 : most.value;
  const longest = Math.min(rest, wanted, Math.max(2, maxTokens * MAX_CHARACTERS_PER_TOKEN));
  const length = fitLength({ most: longest, room: maxTokens, count: (tried) => countText(page(tried)) });
  const fits = toEnd(start + length) > start || (rest === 0 && countText(page(0)) <= maxTokens);
  if (!fits) return refusePage(maxTokens);
  return { text: page(length), isError: false };

  function page(characters: number): string {
    const end = toEnd(start + characters);
    const next = end < text.length ? `next offset: ${end}` : 'end';
    return `characters ${start}-${end} of ${text.length}; ${next}\n${text.slice(start, end)}`;
  }

  function toEnd(at: number): number {
    return wholeCharacter(text, at);
  }
}
