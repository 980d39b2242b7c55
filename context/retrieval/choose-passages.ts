import { answersAtLength } from './answer-ratio.js';
import { packLanes, type Lane, type PassageOverhead } from './pack-passages.js';
import type { CorpusFacts, PassageRow, RankedPassage } from './passage-row.js';
import type { Query } from './query.js';
import type { QuestionKind } from './question-kind.js';
import { rankAnswers } from './rank-answers.js';
import { scorePassages, sortBest } from './rank-passages.js';
import { weighAnswers } from './weigh-answers.js';

export interface ChoosePassagesInput<Row extends PassageRow> {
  query: Query;
  kind: QuestionKind;
  rows: readonly Row[];
  facts: CorpusFacts;
  budgetTokens: number;
  overheadTokens: PassageOverhead;
  lines?: readonly Row[];
}

/**
 * Share of the budget for answers. Measured: it finds the evidence for 13 % instead of 2 % of questions about
 * answers, and loses it for 2 % of questions about users' messages.
 */
const ANSWERS_SHARE = 0.1;
const SAID_SHARE = 0.6;
/** Share for single lines of many messages. The rest is for the best passages in full. */
const MANY_SHARE = 0.5;

export function choosePassages<Row extends PassageRow>(input: ChoosePassagesInput<Row>): readonly Row[] {
  const scored = scorePassages(input);
  const { facts } = input;
  return chooseScored({
    ...input,
    scored,
    ranked: weighAnswers(scored, facts),
    isAtLength: answersAtLength(facts),
  });
}

interface ChooseScoredInput<Row extends PassageRow> extends Omit<
  ChoosePassagesInput<Row>,
  'query' | 'rows' | 'facts'
> {
  scored: readonly RankedPassage<Row>[];
  ranked: readonly RankedPassage<Row>[];
  isAtLength: boolean;
}

export function chooseScored<Row extends PassageRow>(input: ChooseScoredInput<Row>): readonly Row[] {
  const { kind, isAtLength, scored, budgetTokens, overheadTokens, lines } = input;
  const ranked = sortBest(input.ranked);
  const all: Lane<Row> = { units: ranked.map(({ row }) => [row]), mostTokens: Infinity };
  const lanes = (first: readonly Lane<Row>[]): readonly Row[] =>
    packLanes({ lanes: [...first, all], budgetTokens, overheadTokens });
  if (!isAtLength) return lanes([]);
  if (kind === 'said') return lanes([{ units: wholeAnswers(scored), mostTokens: SAID_SHARE * budgetTokens }]);
  if (kind === 'many' && lines)
    return lanes([{ units: lines.map((line) => [line]), mostTokens: MANY_SHARE * budgetTokens }]);
  const answers = ranked.flatMap(({ row }) => (row.role === 'assistant' ? [[row]] : []));
  return lanes([{ units: answers, mostTokens: ANSWERS_SHARE * budgetTokens }]);
}

/** Ranks whole answers: one that matches names the subject, as does its question. */
function wholeAnswers<Row extends PassageRow>(scored: readonly RankedPassage<Row>[]): Row[][] {
  const answers = new Map<number, Row[]>();
  for (const { row } of scored)
    if (row.role === 'assistant') answers.set(row.seq, [...(answers.get(row.seq) ?? []), row]);
  return rankAnswers(scored).flatMap((seq) => {
    const rows = answers.get(seq);
    return rows ? [rows.sort((one, other) => one.ordinal - other.ordinal)] : [];
  });
}

export function listMany<Row extends PassageRow>(
  { query, rows, facts }: Pick<ChoosePassagesInput<Row>, 'query' | 'rows' | 'facts'>,
  { most }: { most: number },
): Row[] {
  const seen = new Set<number>();
  return sortBest(weighAnswers(scorePassages({ query, rows, facts, kind: 'many' }), facts))
    .flatMap(({ row }) => {
      if (row.role !== 'user' || seen.has(row.seq)) return [];
      seen.add(row.seq);
      return [row];
    })
    .slice(0, most);
}
