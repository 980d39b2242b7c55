import { answersAtLength } from './answer-ratio.js';
import { isInPeriod } from './period.js';
import type { CorpusFacts, PassageRow, RankedPassage } from './passage-row.js';
import type { Query } from './query.js';
import type { QuestionKind } from './question-kind.js';
import { scorePassage } from './score-passage.js';
import { smoothSession, takenShare } from './smooth-session.js';
import { weighAnswers } from './weigh-answers.js';

export interface RankPassagesInput<Row extends PassageRow> {
  query: Query;
  rows: readonly Row[];
  facts: CorpusFacts;
  kind?: QuestionKind;
}

/** Nearby passages often answer. */
const SESSION_SHARE = 0.2;
/** Less than a rare word, which scores about 4 in BM25. */
const SENDER_BONUS = 2;
const MONTH_BONUS = 1.5;
/** Scales cosine differences (about 0.1 to 0.2) to scores, which differ by whole units. */
const SIMILARITY_WEIGHT = 10;

/** Drops passages without a match in their session. */
export function rankPassages<Row extends PassageRow>(
  input: RankPassagesInput<Row>,
): readonly RankedPassage<Row>[] {
  return sortBest(weighAnswers(scorePassages(input), input.facts));
}

/** For a question about many messages neighbors share nothing, or a few sessions would fill the result. */
export function scorePassages<Row extends PassageRow>({
  query,
  rows,
  facts,
  kind,
}: RankPassagesInput<Row>): RankedPassage<Row>[] {
  const isAlone = kind === 'many' && answersAtLength(facts);
  const sessions = new Map<number, Row[]>();
  for (const row of rows) {
    const session = sessions.get(row.session);
    if (session === undefined) sessions.set(row.session, [row]);
    else session.push(row);
  }
  const lowest = rows.reduce((least, { similarity }) => Math.min(least, similarity ?? least), 1);
  const ranked: RankedPassage<Row>[] = [];
  for (const session of sessions.values()) {
    const own = session.map((row) => scorePassage(row, { query, facts }));
    const smoothed = isAlone ? own : smoothSession(session, own);
    const best = smoothed.reduce((most, score) => Math.max(most, score), 0);
    const share = isAlone ? 0 : SESSION_SHARE * best;
    for (const [index, row] of session.entries()) {
      // A passage without a vector counts as the least similar one.
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
