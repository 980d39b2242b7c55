/** Writes the text that replaces a result that is too large and was not kept. */
export function narrowText({ tokens, limit }: { tokens: number; limit: number }): string {
  return (
    `Too large: ${tokens} of ${limit} tokens. The result was not kept: narrow the query ` +
    '(a filter, a smaller range, fewer fields) and call the tool again.'
  );
}
