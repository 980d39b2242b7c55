/** Never throws: project code may throw anything, such as an error whose message is an object. */
export function errorMessage(error: unknown): string {
  try {
    const words: unknown = error instanceof Error ? error.message : error;
    if (typeof words === 'string') return words;
    return (typeof words === 'object' && JSON.stringify(words)) || String(words);
  } catch {
    return 'The error cannot be read';
  }
}
