/** A place in a text, moved before the character whose two halves it would part. */
export function wholeCharacter(text: string, at: number): number {
  const isInside = at > 0 && at < text.length && (text.codePointAt(at - 1) ?? 0) > 0xffff;
  return isInside ? at - 1 : at;
}
