/** No line can end the quotation. */
export function quoted(text: string): string {
  return text
    .split(LINE_END)
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n');
}

/** All that Unicode or a model may take for a line's end. */
const LINE_END = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;
