import { sumTokens } from '../message/entries.js';
import { dropOldest } from '../plan/drop-oldest.js';
import { scaleTokens } from '../text/counters.js';
import { inlineDirective } from '../summary/inline-directive.js';
import { summaryHeading } from '../summary/summary-heading.js';
import { summaryBudget } from '../summary/summary-budget.js';
import { SAMPLE_KEY } from '../summary/summary-requests.js';
import type { RenderAboveInput, RenderedAbove, UnsentAbove } from '../threads/render-above.js';
import { historyLimits, type CallRoom } from './call-room.js';
import { findDueSummary } from './due-summary.js';
import type { FixedText } from './frame-call.js';
import type { CallRows, RowCounters, ThreadSummary } from './call-rows.js';
import { readQuestion, type RenderedRows } from './render-rows.js';

export interface PassageSearch {
  after: number;
  before: number;
  also?: readonly number[];
  text: string;
  tokens: number;
}

export interface LookUp {
  above: AboveRules | undefined;
  summary: number | undefined;
  passages: PassageSearch | undefined;
  searchAbove: Pick<PassageSearch, 'text' | 'tokens'> | undefined;
}

export type AboveRules = Pick<RenderAboveInput, 'isIsolated' | 'room' | 'anchorRoom' | 'budgets'>;

export interface LookedUp {
  above: RenderedAbove;
  summary: ThreadSummary | undefined;
  passages: Omit<Extract<FixedText, { from: 'passages' }>, 'from'> | undefined;
  foundAbove: Omit<Extract<FixedText, { from: 'found-above' }>, 'from'> | undefined;
  warnings: readonly string[];
}

/** A quoted text has at most this many times its tokens; a message's role adds at most FRAME_TOKENS. */
const QUOTED = 1.1;
const FRAME_TOKENS = 8;

interface PlanLookUpInput {
  room: CallRoom;
  countText: RowCounters['countText'];
  hasFailed?: boolean | undefined;
}

export function planLookUp(rows: CallRows, rendered: RenderedRows, input: PlanLookUpInput): LookUp {
  const { execution, node, window } = rows;
  const { room } = input;
  const { summaryOrdinal, conversationId, threadDepth, coversThrough } = execution;
  const hasThread = conversationId !== null;
  const history = measureHistory(rows, rendered, input);
  const replaced = [...(window?.replaced ?? []), ...history.dropped];
  const older = window?.older;
  const places = older ?? findOldest(replaced);
  const tokens = Math.min(room.leading, node.history.retrieval?.tokens ?? 0, history.left);
  const text = readQuestion(rendered);
  const above = hasThread && threadDepth > 0 ? aboveRules(node, room) : undefined;
  const searchesOwn = hasThread && places !== undefined && tokens > 0;
  const searchesAbove = above !== undefined && !above.isIsolated && tokens > 0;
  const isShort = older !== undefined || history.dropped.some((seq) => seq <= (coversThrough ?? 0));
  return {
    above,
    summary: hasThread && isShort && node.history.summaries ? (summaryOrdinal ?? undefined) : undefined,
    passages: searchesOwn ? { ...places, also: replaced, text, tokens } : undefined,
    searchAbove: searchesAbove ? { text, tokens } : undefined,
  };
}

export interface Searches {
  own: PassageSearch | undefined;
  above: (Pick<PassageSearch, 'text' | 'tokens'> & { levels: readonly UnsentAbove[] }) | undefined;
}

const MAX_SEARCHED = 4;

/** Searches the ancestors with the most unsent text. */
export function shareSearches(
  { passages, searchAbove }: Pick<LookUp, 'passages' | 'searchAbove'>,
  { unsent }: Pick<RenderedAbove, 'unsent'>,
): Searches {
  if (!searchAbove || unsent.length === 0) return { own: passages, above: undefined };
  const size = ({ after, before }: UnsentAbove): number => before - after;
  const most = new Set([...unsent].sort((one, other) => size(other) - size(one)).slice(0, MAX_SEARCHED));
  const levels = unsent.filter((level) => most.has(level));
  if (!passages) return { own: undefined, above: { ...searchAbove, levels } };
  const tokens = Math.floor(passages.tokens / 2);
  return { own: { ...passages, tokens }, above: { ...searchAbove, tokens, levels } };
}

const ABOVE_SHARES = 2;

export function aboveRoom(share: number): number {
  return ABOVE_SHARES * share;
}

function aboveRules({ seesHistory, history }: CallRows['node'], { leading }: CallRoom): AboveRules {
  const room = aboveRoom(leading);
  return { isIsolated: !seesHistory, room, anchorRoom: room, budgets: history.summaries?.tokens };
}

function findOldest(replaced: readonly number[]): { after: number; before: number } | undefined {
  if (replaced.length === 0) return undefined;
  const oldest = Math.min(...replaced);
  return { after: oldest - 1, before: oldest };
}

const CHARACTERS_A_TOKEN = 4;

function measureHistory(
  rows: CallRows,
  { entries, references, turnStart }: RenderedRows,
  input: PlanLookUpInput,
): { dropped: number[]; left: number } {
  const { room } = input;
  const { execution, node } = rows;
  const { summaries } = node.history;
  const hasSummary = execution.summaryOrdinal !== null && summaries !== undefined;
  const budget = hasSummary
    ? Math.min(summaryBudget(execution.threadDepth, summaries.tokens), room.leading)
    : 0;
  const question = entries[turnStart]?.tokens ?? 0;
  const ours = countOurs(rows, { ...input, summaryTokens: budget });
  const beside = question + scaleTokens(ours, room.tokenFactor);
  const kept = dropOldest({
    entries,
    turnStart,
    limits: historyLimits(node.history, { room, beside }),
    prefixCharacters: budget * CHARACTERS_A_TOKEN,
  });
  const others = sumTokens(kept.entries) - question;
  return {
    dropped: kept.left.flatMap(({ index }) => {
      const reference = references[index];
      return reference?.from === 'conversation' ? [reference.seq] : [];
    }),
    left: Math.floor(Math.max(0, room.threshold - beside - others) / room.tokenFactor),
  };
}

function countOurs(
  rows: CallRows,
  { summaryTokens, room, hasFailed, countText }: PlanLookUpInput & { summaryTokens: number },
): number {
  const due = findDueSummary({ rows, room, hasFailed });
  const hasSummary = summaryTokens > 0;
  const texts = [
    ...(hasSummary ? [summaryHeading(rows.execution.currentSeq ?? 1)] : []),
    ...(due ? [inlineDirective({ budget: due.budget, wantsTitle: true, hasSummary, key: SAMPLE_KEY })] : []),
  ];
  return (
    Math.ceil(summaryTokens * QUOTED) + texts.reduce((sum, text) => sum + countText(text) + FRAME_TOKENS, 0)
  );
}
