/**
 * The end of a sentence, or of a line, with the spaces behind it. Thai and Lao end sentences with a space alone, and have no
 * other spaces between their words.
 */
const END =
  /[.!?…]["')\]]*\s+|[。！？។៕။]\s*|\n\s*|(?<=[\p{Script=Thai}\p{Script=Lao}])\s+(?=[\p{Script=Thai}\p{Script=Lao}])/gu;

/** Cuts a text into its sentences and lines, in UTF-16 units, without the spaces after them. */
export function cutSentences(text: string): { start: number; end: number }[] {
  const ends = [...text.matchAll(END)].map((match) => match.index + match[0].length);
  const borders = [0, ...ends, text.length];
  return borders.slice(1).flatMap((to, at) => {
    const start = borders[at] ?? 0;
    const end = start + text.slice(start, to).trimEnd().length;
    return end > start ? [{ start, end }] : [];
  });
}
