/** Shortest run of a prompt, in characters, that is taken for a quotation of it rather than for chance. */
const QUOTE_LENGTH = 24;

/** The text without the passages it quotes from the given request texts; for texts of a few hundred characters. */
export function withoutQuotes(text: string, requestTexts: readonly string[]): string {
  let result = '';
  for (let at = 0; at < text.length;) {
    const length = quoteLength(text, at, requestTexts);
    result += length > 0 ? '[...]' : text.charAt(at);
    at += Math.max(length, 1);
  }
  return result;
}

/** Length of the passage from `at` on that also stands in a request text; 0 when it is too short to be a quotation. */
function quoteLength(text: string, at: number, requestTexts: readonly string[]): number {
  const start = text.slice(at, at + QUOTE_LENGTH);
  if (start.length < QUOTE_LENGTH) return 0;
  const source = requestTexts.find((candidate) => candidate.includes(start));
  if (source === undefined) return 0;
  let length = QUOTE_LENGTH;
  while (at + length < text.length && source.includes(text.slice(at, at + length + 1))) length += 1;
  return length;
}
