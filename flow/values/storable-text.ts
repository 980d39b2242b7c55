/** A text that Postgres accepts: NUL and halves of characters become '\uFFFD'. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '\uFFFD');
}
