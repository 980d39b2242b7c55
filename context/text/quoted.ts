/** No line can end the quotation. */
export function quoted(text: string): string {
  return text
    .split(LINE_END)
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n');
}

/** Unicode or a model may end a line at any of these. */
const LINE_END = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;
