import { buildQuery } from '../../../context/retrieval/build-query.js';
import type { PassageRow } from '../../../context/retrieval/passage-row.js';
import { rankPassages } from '../../../context/retrieval/rank-passages.js';
import { BROKEN_OFF } from '../../../context/message/broken-off.js';
import { readNumber, showValue } from '../../../context/results/read-number.js';
import { readError, refusePage, type ReadResult } from '../../../context/results/read-result.js';
import { countTextTokens } from '../../../models/counting/count-tokens.js';
import type { Database } from '../../../store/database.js';
import { loadPassageTexts, type PassageExcerpt } from '../../../store/passages/load-passage-texts.js';
import { readLexemes } from '../../../store/passages/question-lexemes.js';
import { searchPassages } from '../../../store/passages/search-passages.js';
import { describeMessage } from './describe-message.js';
import type { VisibleRange } from './visible-range.js';

const DEFAULT_LIMIT = 10;
const MAX_PASSAGES = 50;
const HEADING_TOKENS = 24;
const DAY_MS = 86_400_000;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Unchecked: a model may pass any values. */
export interface SearchHistoryInput {
  query: unknown;
  limit?: unknown;
  offset?: unknown;
  /** The first day, in UTC. Both dates are inclusive. */
  fromDate?: unknown;
  toDate?: unknown;
  ranges: readonly VisibleRange[];
  maxTokens: number;
}

export interface SearchResult extends ReadResult {
  found?: readonly ShownPassage[];
}

export async function searchHistoryPage(db: Database, input: SearchHistoryInput): Promise<SearchResult> {
  const { query: text, ranges } = input;
  if (typeof text !== 'string' || text.trim() === '')
    return readError('query is missing: pass words from the messages to find.');
  const limit = readNumber('limit', input.limit, { least: 1, fallback: DEFAULT_LIMIT });
  if ('problem' in limit) return readError(limit.problem);
  const offset = readNumber('offset', input.offset, { least: 0, fallback: 0 });
  if ('problem' in offset) return readError(offset.problem);
  const days = readDays(input);
  if ('problem' in days) return readError(days.problem);
  const found = await rank(db, { text, ranges });
  const matching = found.filter(({ row }) => row.atMs >= days.fromMs && row.atMs < days.beforeMs);
  const end = offset.value + Math.min(limit.value, MAX_PASSAGES);
  const texts = await loadTexts(db, matching.slice(offset.value, end));
  if (texts.length === 0) return { text: 'Nothing was found.', isError: false };
  const { shown, lines } = fitPassages(texts, input.maxTokens - HEADING_TOKENS);
  if (shown === 0) return refusePage(input.maxTokens);
  const next = offset.value + shown;
  const more = next < matching.length ? `next offset: ${next}` : 'end';
  return {
    text: `passages ${offset.value}-${next} of ${matching.length}; ${more}\n${lines}`,
    isError: false,
    found: texts.slice(0, shown),
  };
}

interface FoundPassage {
  row: PassageRow;
  score: number;
  range: VisibleRange;
}

async function rank(
  db: Database,
  { text, ranges }: { text: string; ranges: readonly VisibleRange[] },
): Promise<FoundPassage[]> {
  const lexemes = await readLexemes(db, { text });
  const query = buildQuery({ lexemes, text, names: [], now: Date.now() });
  const found: FoundPassage[] = [];
  for (const range of ranges) {
    const { conversationId, branch, after, current, above } = range;
    // Excludes the turn's question; in a parent, includes the thread's anchor.
    const before = above === 0 ? current : current + 1;
    const passages = await searchPassages(db, {
      conversationId,
      branch,
      after,
      before,
      terms: query.terms,
    });
    for (const { row, score } of rankPassages({ query, ...passages }))
      if (row.matches.length > 0) found.push({ row, score, range });
  }
  return found.sort((one, other) => other.score - one.score);
}

async function loadTexts(db: Database, found: readonly FoundPassage[]): Promise<ShownPassage[]> {
  const texts = new Map<string, ShownPassage>();
  const key = (above: number, { seq, ordinal }: Pick<PassageRow, 'seq' | 'ordinal'>): string =>
    `${above}/${seq}/${ordinal}`;
  for (const range of new Set(found.map((one) => one.range))) {
    const passages = found.filter((one) => one.range === range).map(({ row }) => row);
    const { above, conversationId, branch } = range;
    for (const text of await loadPassageTexts(db, { conversationId, branch, passages }))
      texts.set(key(above, text), { ...text, above });
  }
  return found.flatMap(({ row, range }) => texts.get(key(range.above, row)) ?? []);
}

type ShownPassage = PassageExcerpt & { above: number };

function fitPassages(texts: readonly ShownPassage[], room: number): { shown: number; lines: string } {
  const lines: string[] = [];
  let left = room;
  for (const passage of texts) {
    const { start, end, characters } = passage;
    const part = start === 0 && end === characters ? '' : ` (characters ${start}-${end} of ${characters})`;
    const mark = passage.isBrokenOff ? `\n${BROKEN_OFF}` : '';
    const line = `${describeMessage(passage)}${part}\n${passage.text}${mark}`;
    left -= countTextTokens(`${line}\n`);
    if (left < 0) break;
    lines.push(line);
  }
  return { shown: lines.length, lines: lines.join('\n') };
}

function readDays({
  fromDate,
  toDate,
}: SearchHistoryInput): { fromMs: number; beforeMs: number } | { problem: string } {
  const from = readDay(fromDate);
  const to = readDay(toDate);
  for (const [name, day, given] of [
    ['from_date', from, fromDate],
    ['to_date', to, toDate],
  ] as const)
    if (Number.isNaN(day))
      return { problem: `${name} is '${showValue(given)}'; it must be a date like 2024-05-31.` };
  return { fromMs: from ?? -Infinity, beforeMs: to === undefined ? Infinity : to + DAY_MS };
}

function readDay(value: unknown): number | undefined {
  if (value == null || value === '') return undefined;
  return typeof value === 'string' && DATE.test(value.trim())
    ? Date.parse(`${value.trim()}T00:00:00Z`)
    : Number.NaN;
}
