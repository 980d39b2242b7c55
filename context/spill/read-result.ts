/** The result of a reader: a page, or a sentence that says what was wrong. */
export interface ReadResult {
  text: string;
  isError: boolean;
}

/** Makes the result of a reader that failed. */
export function readError(text: string): ReadResult {
  return { text, isError: true };
}

/** Refuses a page because nothing fits its limit. */
export function refusePage(maxTokens: number): ReadResult {
  return readError(`A page of at most ${maxTokens} tokens has no room.`);
}
