/** A run of Chinese, Japanese or Korean, which Postgres takes for one long word. */
const CJK_RUN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+/gu;
/** A run of letters and marks of a script of Southeast Asia. Postgres takes each mark for the end of a word. */
const MARKED_RUN = /(?:(?=[\p{L}\p{M}])[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])+/gu;
/** A letter with its vowels, tones and stacked consonants. */
const CLUSTER = /\p{L}(?:[\u1039\u17d2]\p{L}|\p{M})*/gu;
/** Invisible hints where a line may break, which some writers put between words. */
const BREAK_HINTS = /[\u200b-\u200d\u2060]/g;

/** A text with its parts that are written without spaces taken out, and the terms that stand for those parts. */
export interface UnspacedTerms {
  /** The terms, each once, in order of appearance. */
  terms: readonly string[];
  /** The text for Postgres to split into words. */
  spaced: string;
}

/**
 * Finds the terms of the runs that a text writes without spaces: the pairs of neighboring characters of a Chinese,
 * Japanese or Korean run, and of neighboring letters, each with its marks, of a Thai, Lao, Khmer or Burmese run. A letter
 * with marks is a term by itself too, because it may be a word; so is a run of one character. Linear in the text's length.
 */
export function splitUnspaced(text: string): UnspacedTerms {
  const terms = new Set<string>();
  for (const [run] of text.matchAll(CJK_RUN)) addPairs(terms, [...run]);
  // Other texts stay as they are.
  if (text.search(MARKED_RUN) === -1) return { terms: [...terms], spaced: text };
  const joined = text.normalize('NFC').replaceAll(BREAK_HINTS, '');
  for (const [run] of joined.matchAll(MARKED_RUN)) {
    const clusters = run.match(CLUSTER) ?? [];
    addPairs(terms, clusters);
    for (const cluster of clusters) if (cluster.length > 1) terms.add(cluster);
  }
  return { terms: [...terms], spaced: joined.replaceAll(MARKED_RUN, ' ') };
}

function addPairs(terms: Set<string>, units: readonly string[]): void {
  const [only] = units;
  if (units.length === 1 && only !== undefined) terms.add(only);
  for (let at = 1; at < units.length; at += 1) terms.add(`${units[at - 1]}${units[at]}`);
}
