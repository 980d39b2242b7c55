/** What a reader gives: a page, or a sentence that says what was wrong. */
export interface ReadResult {
  text: string;
  isError: boolean;
}

/** A sentence about what could not be read. */
export function readError(text: string): ReadResult {
  return { text, isError: true };
}
