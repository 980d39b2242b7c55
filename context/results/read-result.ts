export interface ReadResult {
  text: string;
  isError: boolean;
}

export function readError(text: string): ReadResult {
  return { text, isError: true };
}

export function refusePage(maxTokens: number): ReadResult {
  return readError(`A page of at most ${maxTokens} tokens has no room.`);
}
