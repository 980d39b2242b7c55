/** A run of a script that is written without spaces, which Postgres takes for one long word. */
const RUN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+/gu;

/**
 * Lists the bigrams of every Chinese, Japanese or Korean run of a text, each once, in order of appearance; a run of one
 * character gives that character. Empty for other texts; linear in the text's length.
 */
export function cjkBigrams(text: string): readonly string[] {
  const bigrams = new Set<string>();
  for (const [run] of text.matchAll(RUN)) {
    const characters = [...run];
    const [only] = characters;
    if (characters.length === 1 && only !== undefined) bigrams.add(only);
    for (let at = 1; at < characters.length; at += 1) bigrams.add(`${characters[at - 1]}${characters[at]}`);
  }
  return [...bigrams];
}
