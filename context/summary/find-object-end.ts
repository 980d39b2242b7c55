export function findObjectEnd(text: string, from: number): number {
  let depth = 0;
  let isInString = false;
  for (let at = from; at < text.length; at += 1) {
    const character = text[at];
    if (isInString && character === '\\') at += 1;
    else if (character === '"') isInString = !isInString;
    else if (!isInString && character === '{') depth += 1;
    else if (!isInString && character === '}') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return text.length;
}
