export interface Draft {
  readonly text: string;
  readonly cursor: number;
}

export const EMPTY_DRAFT: Draft = { text: '', cursor: 0 };

const SEGMENTER = new Intl.Segmenter();

export function splitCharacters(text: string): string[] {
  if (/^[\n\x20-\x7e]*$/.test(text)) return text.split('');
  return Array.from(SEGMENTER.segment(text), ({ segment }) => segment);
}

export function toDraft(text: string): Draft {
  return { text, cursor: text.length };
}

export function insertText({ text, cursor }: Draft, inserted: string): Draft {
  return {
    text: text.slice(0, cursor) + inserted + text.slice(cursor),
    cursor: cursor + inserted.length,
  };
}

export type Place =
  'left' | 'right' | 'word-left' | 'word-right' | 'line-start' | 'line-end' | 'text-start' | 'text-end';

export function moveTo(draft: Draft, place: Place): Draft {
  return { text: draft.text, cursor: findPlace(draft, place) };
}

export function deleteTo(draft: Draft, place: Place): { draft: Draft; deleted: string } {
  const { text, cursor } = draft;
  const found = findPlace(draft, place);
  const breakAt = place === 'line-end' && text[cursor] === '\n' ? cursor + 1 : found;
  const target = place === 'line-start' && text[cursor - 1] === '\n' ? cursor - 1 : breakAt;
  const [from, to] = target < cursor ? [target, cursor] : [cursor, target];
  return {
    draft: { text: text.slice(0, from) + text.slice(to), cursor: from },
    deleted: text.slice(from, to),
  };
}

export function moveByLine({ text, cursor }: Draft, by: -1 | 1): Draft | undefined {
  const start = lineStart(text, cursor);
  const target = by === -1 ? start - 1 : text.indexOf('\n', cursor) + 1;
  if (target < 0 || (by === 1 && target === 0)) return undefined;
  const from = by === -1 ? lineStart(text, target) : target;
  const wanted = splitCharacters(text.slice(start, cursor)).length;
  const line = text.slice(from, lineEnd(text, from));
  return { text, cursor: from + splitCharacters(line).slice(0, wanted).join('').length };
}

function findPlace({ text, cursor }: Draft, place: Place): number {
  switch (place) {
    case 'left':
      return cursor - (splitCharacters(text.slice(lineStart(text, cursor - 1), cursor)).at(-1)?.length ?? 0);
    case 'right':
      return cursor + (splitCharacters(text.slice(cursor, lineEnd(text, cursor) + 1))[0]?.length ?? 0);
    case 'word-left':
      return findWordBefore(text, cursor);
    case 'word-right':
      return cursor + (/^[^\p{L}\p{N}\p{M}_]*[\p{L}\p{N}\p{M}_]*/u.exec(text.slice(cursor))?.[0].length ?? 0);
    case 'line-start':
      return lineStart(text, cursor);
    case 'line-end':
      return lineEnd(text, cursor);
    case 'text-start':
      return 0;
    case 'text-end':
      return text.length;
  }
}

/** Limits the distance, because finding the start of a word is quadratic in its length. */
const MAX_LEAPT = 1_000;

function findWordBefore(text: string, cursor: number): number {
  const from = Math.max(0, cursor - MAX_LEAPT);
  return from + text.slice(from, cursor).search(/[\p{L}\p{N}\p{M}_]*[^\p{L}\p{N}\p{M}_]*$/u);
}

function lineStart(text: string, at: number): number {
  return at <= 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end;
}
