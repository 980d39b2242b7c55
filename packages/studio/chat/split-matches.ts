interface Matched {
  text: string;
  isMatch: boolean;
}

/** Few, so that the visible lines contain the match. */
const BEFORE = 60;

export function splitMatches(text: string, words: string): Matched[] {
  const stems = words.match(/[\p{L}\p{N}]{2,}/gu) ?? [];
  if (stems.length === 0) return [{ text, isMatch: false }];
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])((?:${stems.join('|')})[\\p{L}\\p{N}]*)`, 'giu');
  const first = text.search(pattern);
  const start = first > BEFORE ? first - BEFORE : 0;
  const parts = `${start > 0 ? '…' : ''}${text.slice(start)}`.split(pattern);
  return parts.map((part, at) => ({ text: part, isMatch: at % 2 === 1 })).filter((part) => part.text !== '');
}
