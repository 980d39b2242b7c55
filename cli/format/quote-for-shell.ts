/** Percent-encoding leaves characters that a shell interprets. */
export function quoteForShell(text: string): string {
  return /^[\w./%@:-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
