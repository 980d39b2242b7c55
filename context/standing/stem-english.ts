/** Brings the forms of an English word together, roughly: `units` and `unit`, `calling` and `call`. */
export function stemEnglish(word: string): string {
  const plain = word.replace(/['’]s?$/, '');
  return stripEnd(stripPlural(plain)).replace(/(?<=..)[ei]$/, '');
}

function stripPlural(word: string): string {
  if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/(?:s|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return word.length > 3 && /[^sui]s$/.test(word) ? word.slice(0, -1) : word;
}

function stripEnd(word: string): string {
  const end = /(?:ing|ed|ly)$/.exec(word)?.[0] ?? '';
  const rest = word.slice(0, word.length - end.length);
  if (end === '' || rest.length < 3 || !/[aeiouy]/.test(rest)) return word;
  return rest.replace(/([bdgmnprt])\1$/, '$1');
}
