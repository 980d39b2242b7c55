/** Counts UTF-16 units, including the '…' of a cut text. */
export function cutCharacters(text: string, limit: number): string {
  if (text.length <= limit) return text;
  if (limit < 1) return '';
  const kept = text.slice(0, limit - 1);
  const isHalved = (text.codePointAt(kept.length - 1) ?? 0) > 0xffff;
  return `${isHalved ? kept.slice(0, -1) : kept}…`;
}
