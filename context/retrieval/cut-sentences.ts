/** Thai and Lao sentences end with just a space. */
const END =
  /[.!?…]["')\]]*\s+|[。！？។៕။]\s*|\n\s*|(?<=[\p{Script=Thai}\p{Script=Lao}])\s+(?=[\p{Script=Thai}\p{Script=Lao}])/gu;

export function cutSentences(text: string): { start: number; end: number }[] {
  const ends = [...text.matchAll(END)].map((match) => match.index + match[0].length);
  const borders = [0, ...ends, text.length];
  return borders.slice(1).flatMap((to, at) => {
    const start = borders[at] ?? 0;
    const end = start + text.slice(start, to).trimEnd().length;
    return end > start ? [{ start, end }] : [];
  });
}
