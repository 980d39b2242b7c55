/** An escaped NUL or lone surrogate, after an even number of backslashes. */
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f][0-9a-f]{2})/;

export function storableProblem(json: string): string | undefined {
  return UNSTORABLE.test(json)
    ? 'has a null character or half a surrogate pair, which cannot be stored: drop it'
    : undefined;
}
