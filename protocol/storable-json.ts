/** NUL or a lone surrogate in `JSON.stringify` output; backslashes before it come in pairs. */
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f][0-9a-f]{2})/;

/** The end of a sentence about what Postgres would refuse. */
export function storableProblem(json: string): string | undefined {
  return UNSTORABLE.test(json)
    ? 'has a null character or half a surrogate pair, which cannot be stored: drop it'
    : undefined;
}
