/** NUL or half a surrogate pair, as `JSON.stringify` writes them; before it, backslashes come in pairs. */
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f][0-9a-f]{2})/;

/** Returns the problem of a value that Postgres would not store, by its JSON, as the end of a sentence; undefined: none. */
export function storableProblem(json: string): string | undefined {
  return UNSTORABLE.test(json)
    ? 'has a null character or half a surrogate pair, which cannot be stored: drop it'
    : undefined;
}
