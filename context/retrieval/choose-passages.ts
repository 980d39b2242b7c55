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
  /** In any order; each passage once. */
  rows: readonly Row[];
  facts: CorpusFacts;
  budgetTokens: number;
  overheadTokens: PassageOverhead;
  /** The lines of messages that stand for them in a look over many; undefined: there is no such look. */
  lines?: readonly Row[];
}

/**
 * The assistant's passages have this share of the room, so that what it said stays findable. It costs questions about
 * what users said two in a hundred, and finds thirteen in a hundred of those about the answers instead of two.
 */
const ANSWERS_SHARE = 0.1;
/** Of a question for what the assistant said, whole answers may take this share; the rest is for what they are about. */
const SAID_SHARE = 0.6;
/** A look over many messages takes half of the room; the other half shows the best of them whole. */
const MANY_SHARE = 0.5;

/** Chooses the passages that a question needs most, as many as there is room for, in order of time. */
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
  /** Passages with their scores, whatever their length and whoever said them, and with these weighed. */
  scored: readonly RankedPassage<Row>[];
  ranked: readonly RankedPassage<Row>[];
  /** Whether they are of a chat with an assistant that answers at length. */
  isAtLength: boolean;
}

/** Chooses among passages whose scores are known, by the same rule for a thread and for what stands above it. */
export function chooseScored<Row extends PassageRow>(input: ChooseScoredInput<Row>): readonly Row[] {
  const { kind, isAtLength, scored, budgetTokens, overheadTokens, lines } = input;
  const ranked = sortBest(input.ranked);
  const all: Lane<Row> = { units: ranked.map(({ row }) => [row]), mostTokens: Infinity };
  const lanes = (first: readonly Lane<Row>[]): readonly Row[] =>
    packLanes({ lanes: [...first, all], budgetTokens, overheadTokens });
  if (!isAtLength) return lanes([]);
  if (kind === 'said') return lanes([{ units: wholeAnswers(scored), mostTokens: SAID_SHARE * budgetTokens }]);
  if (kind === 'many' && lines !== undefined)
    return lanes([{ units: lines.map((line) => [line]), mostTokens: MANY_SHARE * budgetTokens }]);
  const answers = ranked.flatMap(({ row }) => (row.role === 'assistant' ? [[row]] : []));
  return lanes([{ units: answers, mostTokens: ANSWERS_SHARE * budgetTokens }]);
}

/** Answers as wholes, by their best passage and that of the message that they answer: both name what is asked for. */
function wholeAnswers<Row extends PassageRow>(scored: readonly RankedPassage<Row>[]): Row[][] {
  const answers = new Map<number, Row[]>();
  for (const { row } of scored)
    if (row.role === 'assistant') answers.set(row.seq, [...(answers.get(row.seq) ?? []), row]);
  return rankAnswers(scored).flatMap((seq) => {
    const rows = answers.get(seq);
    return rows === undefined ? [] : [rows.sort((one, other) => one.ordinal - other.ordinal)];
  });
}

/** The messages of users in which a look over many finds something, the best first, each by its best passage. */
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
