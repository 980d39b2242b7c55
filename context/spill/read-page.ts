import { fitLength } from './fit-length.js';
import { readNumber } from './read-number.js';
import { readError, type ReadResult } from './read-result.js';
import { wholeCharacter } from './whole-character.js';

/** More characters than this for each token of a page are not tried: only blanks are that cheap. */
export const MAX_CHARACTERS_PER_TOKEN = 8;

export interface ReadPageInput {
  /** First UTF-16 unit; default 0. As a model gives it: anything. */
  offset?: unknown;
  /** Most UTF-16 units; default as many as fit. As a model gives it: anything. */
  limit?: unknown;
  /** What `countText` may say of the page with its header. */
  maxTokens: number;
  countText: (text: string) => number;
}

/**
 * A page of a text below a header line, `characters a-b of n; next offset: b`, or `end`. The pages of a text
 * join to it: none parts a surrogate pair. Senseless places are an error in a sentence; nothing throws.
 */
export function readPage(text: string, { offset, limit, maxTokens, countText }: ReadPageInput): ReadResult {
  const from = readNumber('offset', offset, { least: 0, fallback: 0 });
  if ('problem' in from) return readError(from.problem);
  const most = readNumber('limit', limit, { least: 1, fallback: Infinity });
  if ('problem' in most) return readError(most.problem);
  if (from.value > text.length)
    return readError(`offset is '${from.value}', past the end: there are ${text.length} characters.`);
  const start = wholeCharacter(text, from.value);
  const rest = text.length - start;
  // One character more than asked for, where that is half a pair: a page that never ends would be read for ever.
  const wanted = most.value === 1 && endOf(start + 1) === start ? 2 : most.value;
  const longest = Math.min(rest, wanted, Math.max(2, maxTokens * MAX_CHARACTERS_PER_TOKEN));
  const length = fitLength({ most: longest, room: maxTokens, count: (tried) => countText(page(tried)) });
  const fits = endOf(start + length) > start || (rest === 0 && countText(page(0)) <= maxTokens);
  if (!fits) return readError(`A page of at most ${maxTokens} tokens has no room.`);
  return { text: page(length), isError: false };

  function page(characters: number): string {
    const end = endOf(start + characters);
    const next = end < text.length ? `next offset: ${end}` : 'end';
    return `characters ${start}-${end} of ${text.length}; ${next}\n${text.slice(start, end)}`;
  }

  function endOf(at: number): number {
    return wholeCharacter(text, at);
  }
}
