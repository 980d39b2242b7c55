import { answersAtLength } from './answer-ratio.js';
import type { CorpusFacts, PassageRow } from './passage-row.js';
import type { Query, QueryTerm } from './query.js';

/** BM25's saturation `k1`. If low, repeated words add little. */
const K1 = 0.9;
/** BM25's length `b`. If low, longer messages win, which cover more topics. */
const B = 0.4;

/** Two matching words score more than one very rare word. */
export function scorePassage(
  row: PassageRow,
  { query, facts }: { query: Query; facts: CorpusFacts },
): number {
  if (row.matches.length === 0) return 0;
  const lengthPart = K1 * (1 - B + (B * row.length) / Math.max(1, facts.averageLength));
  const groups = new Map<number, number>();
  const isAsked = ({ isNarrative }: QueryTerm): boolean => isNarrative !== true || answersAtLength(facts);
  for (const { term, count } of row.matches) {
    const wanted = query.terms[term];
    if (!wanted || !isAsked(wanted)) continue;
    const frequency = facts.frequencies[term] ?? 0;
    const rarity = Math.log(1 + (Math.max(0, facts.passages - frequency) + 0.5) / (frequency + 0.5));
    const score = (wanted.weight * rarity * count * (K1 + 1)) / (count + lengthPart);
    groups.set(wanted.group, Math.max(groups.get(wanted.group) ?? 0, score));
  }
  let total = 0;
  for (const score of groups.values()) total += score;
  const words =
    query.terms.reduce((most, term) => (isAsked(term) ? Math.max(most, term.group) : most), 0) + 1;
  return total * Math.sqrt(groups.size / words);
}
