/** The end of a sentence, or of a line, with the spaces behind it. */
const END = /[.!?…]["')\]]*\s+|[。！？]|\n\s*/gu;

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
