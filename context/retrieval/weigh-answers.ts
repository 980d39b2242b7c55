import { answersAtLength } from './answer-ratio.js';
import type { CorpusFacts, PassageRow, RankedPassage } from './passage-row.js';

/** Longer answers are no worse evidence than answers of so many times the question's length. */
const MOST_RATIO = 20;
/** The tokens of a passage's line and its share of the date, and a little more, so that a "yes" is not first. */
const LINE_TOKENS = 20;

/**
 * Weighs the passages of a chat with an assistant that answers at length; other talks stay as they are. What is asked
 * for later is what users said, in few words, while the answers repeat those words many times over:
 * - a passage of an answer counts the less the longer answers are;
 * - a user's message counts as its best passage, because it is worth having whole;
 * - a passage counts by the root of its room: two short messages say more than one long one.
 */
export function weighAnswers<Row extends PassageRow>(
  ranked: readonly RankedPassage<Row>[],
  facts: Pick<CorpusFacts, 'answerRatio'>,
): RankedPassage<Row>[] {
  if (!answersAtLength(facts)) return [...ranked];
  const ratio = Math.min(facts.answerRatio, MOST_RATIO);
  const best = new Map<number, number>();
  for (const { row, score } of ranked) best.set(row.seq, Math.max(best.get(row.seq) ?? 0, score));
  return ranked.map(({ row, score }) => {
    const weighed = row.role === 'assistant' ? score / ratio : (best.get(row.seq) ?? score);
    return { row, score: weighed / Math.sqrt(row.tokens + LINE_TOKENS) };
  });
}
