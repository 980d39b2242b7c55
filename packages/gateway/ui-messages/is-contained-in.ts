export function isContainedIn(texts: readonly string[], answer: string): boolean {
  let rest = compact(answer);
  for (const text of texts.map(compact))
    if (text !== '' && rest.startsWith(text)) rest = rest.slice(text.length);
  if (rest === '') return true;
  // Only the last step is the answer, even if an earlier one began the same.
  return compact(texts.at(-1) ?? '') === compact(answer);
}

function compact(text: string): string {
  return text.replaceAll(/\s+/g, '');
}
