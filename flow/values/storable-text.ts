/** Replaces what Postgres rejects, NUL and unpaired surrogates, with '\uFFFD'. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '\uFFFD');
}
