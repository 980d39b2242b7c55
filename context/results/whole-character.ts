export function wholeCharacter(text: string, at: number): number {
  return isInside(text, at) ? at - 1 : at;
}

export function behindCharacter(text: string, at: number): number {
  return isInside(text, at) ? at + 1 : at;
}

function isInside(text: string, at: number): boolean {
  return at > 0 && at < text.length && (text.codePointAt(at - 1) ?? 0) > 0xffff;
}
