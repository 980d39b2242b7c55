/** Whether an answer is made of texts that were told, in their order, beside spaces between them. */
export function isToldBy(texts: readonly string[], answer: string): boolean {
  let rest = compact(answer);
  for (const text of texts.map(compact))
    if (text !== '' && rest.startsWith(text)) rest = rest.slice(text.length);
  if (rest === '') return true;
  // The last step alone is the answer where an earlier one began like it.
  return compact(texts.at(-1) ?? '') === compact(answer);
}

function compact(text: string): string {
  return text.replaceAll(/\s+/g, '');
}
