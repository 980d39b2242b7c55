/** Moves a place in a text before the character whose two halves it would part. */
export function wholeCharacter(text: string, at: number): number {
  return isInside(text, at) ? at - 1 : at;
}

/** Moves a place in a text behind the character whose two halves it would part. */
export function behindCharacter(text: string, at: number): number {
  return isInside(text, at) ? at + 1 : at;
}

function isInside(text: string, at: number): boolean {
  return at > 0 && at < text.length && (text.codePointAt(at - 1) ?? 0) > 0xffff;
}
