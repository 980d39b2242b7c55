/** Where a sentence stands in its text. */
export interface SentenceSpan {
  start: number;
  end: number;
}

/** A line ends a sentence, unless the next one goes on in small letters. */
const BREAKS = /[.!?]{1,8}["'”’)\]]{0,3}(?=\s|$)|[。！？]["”」』]{0,3}|\n(?!\p{Ll})|;\s/gu;
const ABBREVIATION =
  /(?:^|[\s(])(?:e\.g|i\.e|mr|mrs|ms|dr|st|no|vs|etc|approx|prof|nr|a\.m|p\.m|z\.b|bzw)\.$/iu;

/** Splits a text into its sentences, without the white space around them. Linear time. */
export function sentenceSpans(text: string): SentenceSpan[] {
  const spans: SentenceSpan[] = [];
  let from = 0;
  for (const match of text.matchAll(BREAKS)) {
    const end = match.index + match[0].length;
    if (match[0] === '.' && ABBREVIATION.test(text.slice(Math.max(from, end - 12), end))) continue;
    add(from, end);
    from = end;
  }
  add(from, text.length);
  return spans;

  function add(start: number, end: number): void {
    const piece = text.slice(start, end);
    const trimmed = piece.trim();
    if (trimmed === '') return;
    const first = start + piece.indexOf(trimmed);
    spans.push({ start: first, end: first + trimmed.length });
  }
}
