/** Runs in scripts without spaces, which Postgres would index as one word. */
const CJK_RUN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+/gu;
/** Runs with combining marks, at each of which Postgres would end a word. */
const MARKED_RUN = /(?:(?=[\p{L}\p{M}])[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])+/gu;
const CLUSTER = /\p{L}(?:[\u1039\u17d2]\p{L}|\p{M})*/gu;
const BREAK_HINTS = /[\u200b-\u200d\u2060]/g;

export interface UnspacedTerms {
  terms: readonly string[];
  spaced: string;
}

export function splitUnspaced(text: string): UnspacedTerms {
  const terms = new Set<string>();
  for (const [run] of text.matchAll(CJK_RUN)) addPairs(terms, [...run]);
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
