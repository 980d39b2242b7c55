interface Matched {
  text: string;
  isMatch: boolean;
}

/** A result shows three lines of its message, so the match must come early. */
const LEADING_CHARACTERS = 60;

export function splitMatches(text: string, words: string): Matched[] {
  const prefixes = words.match(/[\p{L}\p{N}]{2,}/gu) ?? [];
  if (prefixes.length === 0) return [{ text, isMatch: false }];
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])((?:${prefixes.join('|')})[\\p{L}\\p{N}]*)`, 'giu');
  const first = text.search(pattern);
  const start = first > LEADING_CHARACTERS ? first - LEADING_CHARACTERS : 0;
  const parts = `${start > 0 ? '…' : ''}${text.slice(start)}`.split(pattern);
  return parts.map((part, at) => ({ text: part, isMatch: at % 2 === 1 })).filter((part) => part.text !== '');
}
