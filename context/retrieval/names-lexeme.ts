/** A stem that is shorter than the word by more characters is another word's. */
const MAX_ENDING = 3;
/** A shorter stem begins too many names. */
const MIN_STEM = 3;

/** Whether a lexeme is the stem of a word of the name: `carolin` of Caroline, `emili` of Emily. */
export function namesLexeme(name: string, lexeme: string): boolean {
  return (name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).some((word) => isStem(lexeme, word));
}

function isStem(lexeme: string, word: string): boolean {
  if (lexeme === word) return true;
  if (lexeme.length < MIN_STEM || word.length - lexeme.length > MAX_ENDING) return false;
  // The stemmer writes an `i` for a last `y`.
  return word.startsWith(lexeme) || (lexeme.endsWith('i') && word.startsWith(`${lexeme.slice(0, -1)}y`));
}
