import { fitLength } from './fit-length.js';
import { readNumber } from './read-number.js';
import { MAX_CHARACTERS_PER_TOKEN } from './read-page.js';
import { readError, refusePage, type ReadResult } from './read-result.js';
import { wholeCharacter } from './whole-character.js';

export interface ReadLinesInput {
  /** The model may send any value. */
  from?: unknown;
  to?: unknown;
  maxTokens: number;
  countText: (text: string) => number;
}

export function readLines(text: string, { from, to, maxTokens, countText }: ReadLinesInput): ReadResult {
  const first = readNumber('from', from, { least: 1, fallback: 1 });
  if ('problem' in first) return readError(first.problem);
  const last = readNumber('to', to, { least: 1, fallback: Infinity });
  if ('problem' in last) return readError(last.problem);
  if (last.value < first.value)
    return readError(`to is '${last.value}', before from, which is '${first.value}'.`);
  const { total, start, end } = locateLines(text, { first: first.value, last: last.value });
  if (first.value > total)
    return readError(`from is '${first.value}', past the end: there are ${total} lines.`);
  const firstLine = first.value;
  const most = Math.min(end - start, maxTokens * MAX_CHARACTERS_PER_TOKEN);
  const length = fitLength({ most, room: maxTokens, count: (tried) => countText(page(tried)) });
  const shown = page(length);
  // A page with half a character would never advance.
  if (countText(shown) > maxTokens || (length < 2 && length < end - start)) return refusePage(maxTokens);
  return { text: shown, isError: false };

  function page(characters: number): string {
    const isAll = start + characters >= end;
    const cut = isAll ? end : text.lastIndexOf('\n', start + characters);
    if (cut < start) return cutLine(wholeCharacter(text, start + characters));
    const body = text.slice(start, cut);
    const lastShown = firstLine + countBreaks(body);
    const next = lastShown < total ? `next line: ${lastShown + 1}` : 'end';
    return `lines ${firstLine}-${lastShown} of ${total}; ${next}\n${body}`;
  }

  function cutLine(cut: number): string {
    return (
      `line ${firstLine} of ${total}, cut: characters ${start}-${cut} of ${text.length}; ` +
      `read_artifact continues at offset: ${cut}\n${text.slice(start, cut)}`
    );
  }
}

function locateLines(
  text: string,
  { first, last }: { first: number; last: number },
): { total: number; start: number; end: number } {
  let start = 0;
  let end: number | undefined;
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
    if (line === last) end = at;
    if (at + 1 === text.length) return { total: line, start, end: end ?? at };
    line += 1;
    if (line === first) start = at + 1;
  }
  return { total: line, start, end: end ?? text.length };
}

function countBreaks(text: string): number {
  let breaks = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) breaks += 1;
  return breaks;
}
