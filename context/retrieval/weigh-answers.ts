import { answersAtLength } from './answer-ratio.js';
import type { CorpusFacts, PassageRow, RankedPassage } from './passage-row.js';

const MAX_RATIO = 20;
/** Keeps one-word answers from ranking first. */
const LINE_TOKENS = 20;

/**
 * Lowers the scores of answers, because questions are mostly about users' words, which long answers repeat.
 */
export function weighAnswers<Row extends PassageRow>(
  ranked: readonly RankedPassage<Row>[],
  facts: Pick<CorpusFacts, 'answerRatio'>,
): RankedPassage<Row>[] {
  if (!answersAtLength(facts)) return [...ranked];
  const ratio = Math.min(facts.answerRatio, MAX_RATIO);
  const best = new Map<number, number>();
  for (const { row, score } of ranked) best.set(row.seq, Math.max(best.get(row.seq) ?? 0, score));
  return ranked.map(({ row, score }) => {
    const weighed = row.role === 'assistant' ? score / ratio : (best.get(row.seq) ?? score);
    return { row, score: weighed / Math.sqrt(row.tokens + LINE_TOKENS) };
  });
}
