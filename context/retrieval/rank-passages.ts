import { answersAtLength } from './answer-ratio.js';
import { isInPeriod } from './period.js';
import type { CorpusFacts, PassageRow, RankedPassage } from './passage-row.js';
import type { Query } from './query.js';
import type { QuestionKind } from './question-kind.js';
import { scorePassage } from './score-passage.js';
import { weighAnswers } from './weigh-answers.js';
import { groupBy } from '../../protocol/group-by.js';

/** An answer follows its question, so a match shares its score. */
const TO_NEXT = [0.4, 0.2, 0.1, 0.05];
const TO_PREVIOUS = [0.3, 0.15, 0.1, 0.05];

const SHORT_TOKENS = 100;

export interface RankPassagesInput<Row extends PassageRow> {
  query: Query;
  rows: readonly Row[];
  facts: CorpusFacts;
  kind?: QuestionKind;
}

/** Nearby passages often hold the answer. */
const SESSION_SHARE = 0.2;
/** For scale: a rare word scores about 4 in BM25. */
const SENDER_BONUS = 2;
const MONTH_BONUS = 1.5;
/** For scale: good and bad matches differ by 0.1 to 0.2. */
const SIMILARITY_WEIGHT = 10;

export function rankPassages<Row extends PassageRow>(
  input: RankPassagesInput<Row>,
): readonly RankedPassage<Row>[] {
  return sortBest(weighAnswers(scorePassages(input), input.facts));
}

/**
 * Neighbors share no scores if the question is about several messages: a few sessions would fill the result.
 */
export function scorePassages<Row extends PassageRow>({
  query,
  rows,
  facts,
  kind,
}: RankPassagesInput<Row>): RankedPassage<Row>[] {
  const isAlone = kind === 'many' && answersAtLength(facts);
  const sessions = groupBy(rows, ({ session }) => session);
  const lowest = rows.reduce((least, { similarity }) => Math.min(least, similarity ?? least), 1);
  const ranked: RankedPassage<Row>[] = [];
  for (const session of sessions.values()) {
    const own = session.map((row) => scorePassage(row, { query, facts }));
    const smoothed = isAlone ? own : smoothSession(session, own);
    const best = smoothed.reduce((most, score) => Math.max(most, score), 0);
    const share = isAlone ? 0 : SESSION_SHARE * best;
    for (const [index, row] of session.entries()) {
      const nearness = SIMILARITY_WEIGHT * ((row.similarity ?? lowest) - lowest);
      const found = (smoothed[index] ?? 0) + share * takenShare(row) + nearness;
      if (found > 0) ranked.push({ row, score: found + bonus(row, query) });
    }
  }
  return ranked;
}

export function sortBest<Row extends PassageRow>(
  scored: readonly RankedPassage<Row>[],
): readonly RankedPassage<Row>[] {
  return [...scored].sort(
    (one, other) =>
      other.score - one.score || one.row.seq - other.row.seq || one.row.ordinal - other.row.ordinal,
  );
}

function bonus(row: PassageRow, { names, months }: Query): number {
  const [name, ...others] = names;
  const isSender = name !== undefined && others.length === 0 && row.name === name;
  const isThen = months.some((period) => isInPeriod(row.atMs, period));
  return (isSender ? SENDER_BONUS : 0) + (isThen ? MONTH_BONUS : 0);
}

/** A long message passes on less of its score, because it would crowd out its question. */
function takenShare({ messageTokens }: Pick<PassageRow, 'messageTokens'>): number {
  return Math.min(1, SHORT_TOKENS / Math.max(1, messageTokens));
}

function smoothSession(rows: readonly PassageRow[], scores: readonly number[]): number[] {
  const best = new Map<number, number>();
  const passages = new Map<string, number>();
  rows.forEach(({ seq, ordinal }, index) => {
    const score = scores[index] ?? 0;
    best.set(seq, Math.max(best.get(seq) ?? 0, score));
    passages.set(`${seq}/${ordinal}`, score);
  });
  return rows.map((row, index) => {
    const { seq, ordinal } = row;
    let score = scores[index] ?? 0;
    let handed = 0;
    for (const [at, part] of TO_NEXT.entries()) {
      handed += part * (best.get(seq - at - 1) ?? 0);
      score += part * (passages.get(`${seq}/${ordinal - at - 1}`) ?? 0);
    }
    for (const [at, part] of TO_PREVIOUS.entries()) {
      handed += part * (best.get(seq + at + 1) ?? 0);
      score += part * (passages.get(`${seq}/${ordinal + at + 1}`) ?? 0);
    }
    return score + handed * takenShare(row);
  });
}
