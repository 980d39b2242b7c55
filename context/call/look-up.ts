import { sumTokens } from '../entries.js';
import { dropOldest } from '../history/drop-oldest.js';
import { scaleTokens } from '../planning-tools.js';
import { inlineDirective } from '../summary/inline-directive.js';
import { summaryHeading } from '../summary/summary-heading.js';
import { summaryBudget } from '../summary/summary-budget.js';
import type { TellAboveInput, ToldAbove, UnsentAbove } from '../threads/above/tell-above.js';
import { historyLimits, type CallRoom } from './call-room.js';
import { findDueSummary } from './due-summary.js';
import type { FixedText } from './frame-call.js';
import type { CallRows, RowCounters } from './call-rows.js';
import { readQuestion, type SaidRows } from './say-rows.js';

/** Places of a thread in which passages are looked for. */
export interface PassageSearch {
  /** Messages after this place and before that one. */
  after: number;
  before: number;
  /** Messages from there on that are looked through as well: they are not sent whole. */
  also?: readonly number[];
  /** The question that passages are found for. */
  text: string;
  /** Plain tokens that all of it may have, headings too. */
  tokens: number;
}

/** The reads that a call still needs, once its rows are known. */
export interface LookUp {
  /** The telling of the threads above; undefined: there are none. */
  above: AboveRules | undefined;
  /** The ordinal of the thread's summary; undefined: it is not sent. */
  summary: number | undefined;
  /** Undefined: nothing is searched. */
  passages: PassageSearch | undefined;
  /** The question that is looked up in what is not sent of the threads above; undefined: nothing is. */
  searchAbove: Pick<PassageSearch, 'text' | 'tokens'> | undefined;
}

/** The rows and limits from which the threads above a thread are told. */
export type AboveRules = Pick<TellAboveInput, 'isIsolated' | 'room' | 'anchorRoom' | 'budgets'>;

/** The results of those reads. */
export interface LookedUp {
  /** The telling of the threads above. */
  above: ToldAbove;
  /** The summary that covers the oldest messages. */
  summary: { ordinal: number; content: string; tokens: number; coversThrough: number } | undefined;
  /** The passages that were found. */
  passages: Omit<Extract<FixedText, { from: 'passages' }>, 'from'> | undefined;
  /** The passages that were found in what is above the thread. */
  foundAbove: Omit<Extract<FixedText, { from: 'found-above' }>, 'from'> | undefined;
  /** Reads that failed and the call goes on without, as sentences. */
  warnings: readonly string[];
}

/** Stands for the key of a request for a summary: any has about as many tokens. */
const SAMPLE_KEY = 'a1b2c3d4e5f6';

/** A quoted text has a tenth more tokens at the most, and a message some for its role. */
const QUOTED = 1.1;
const FRAME_TOKENS = 8;

interface PlanLookUpInput {
  room: CallRoom;
  countText: RowCounters['countText'];
  /** The model was asked for summaries with its answers before, and gave none that is of use. */
  hasFailed?: boolean | undefined;
}

/** Decides what is to be read of the threads above, and of what is older than the rows. */
export function planLookUp(rows: CallRows, said: SaidRows, input: PlanLookUpInput): LookUp {
  const { execution, node, window } = rows;
  const { room } = input;
  const { summaryOrdinal, conversationId, threadDepth, coversThrough } = execution;
  const hasThread = conversationId !== null;
  const history = measureHistory(rows, said, input);
  const replaced = [...(window?.replaced ?? []), ...history.dropped];
  const older = window?.older;
  const places = older ?? findOldest(replaced);
  const tokens = Math.min(room.leading, node.history.retrieval?.tokens ?? 0, history.left);
  const text = readQuestion(said);
  const above = hasThread && threadDepth > 0 ? aboveRules(node, room) : undefined;
  const searchesOwn = hasThread && places !== undefined && tokens > 0;
  const searchesAbove = above !== undefined && !above.isIsolated && tokens > 0;
  const isShort = older !== undefined || history.dropped.some((seq) => seq <= (coversThrough ?? 0));
  return {
    above,
    summary:
      hasThread && isShort && node.history.summaries !== undefined
        ? (summaryOrdinal ?? undefined)
        : undefined,
    passages: searchesOwn ? { ...places, also: replaced, text, tokens } : undefined,
    searchAbove: searchesAbove ? { text, tokens } : undefined,
  };
}

/** The search that a call makes. */
export interface Searches {
  own: PassageSearch | undefined;
  above: (Pick<PassageSearch, 'text' | 'tokens'> & { levels: readonly UnsentAbove[] }) | undefined;
}

/** Threads above that are searched for one call, at the most. */
const MOST_SEARCHED = 4;

/**
 * Shares the room for what is found between a thread and those above it, by halves where both are searched. Of those
 * above the ones of which most is not sent are searched.
 */
export function shareSearches(
  { passages, searchAbove }: Pick<LookUp, 'passages' | 'searchAbove'>,
  { unsent }: Pick<ToldAbove, 'unsent'>,
): Searches {
  if (searchAbove === undefined || unsent.length === 0) return { own: passages, above: undefined };
  const size = ({ after, before }: UnsentAbove): number => before - after;
  const most = new Set([...unsent].sort((one, other) => size(other) - size(one)).slice(0, MOST_SEARCHED));
  const levels = unsent.filter((level) => most.has(level));
  if (passages === undefined) return { own: undefined, above: { ...searchAbove, levels } };
  const tokens = Math.floor(passages.tokens / 2);
  return { own: { ...passages, tokens }, above: { ...searchAbove, tokens, levels } };
}

/** Shares of a window that the threads above may have together, and as many for what the thread itself hangs on. */
const ABOVE_SHARES = 2;

/** Plain tokens that the threads above may have together, by the share of a leading text. */
export function aboveRoom(share: number): number {
  return ABOVE_SHARES * share;
}

function aboveRules({ seesHistory, history }: CallRows['node'], { leading }: CallRoom): AboveRules {
  const room = aboveRoom(leading);
  return { isIsolated: !seesHistory, room, anchorRoom: room, budgets: history.summaries?.tokens };
}

/** Of what is sent raw nothing is looked up, but for what a placeholder replaces. */
function findOldest(replaced: readonly number[]): { after: number; before: number } | undefined {
  if (replaced.length === 0) return undefined;
  const oldest = Math.min(...replaced);
  return { after: oldest - 1, before: oldest };
}

/** A summary's tokens are some four characters each: known well enough to say which messages it crowds out. */
const CHARACTERS_A_TOKEN = 4;

/**
 * Finds the messages of the thread that the history's limits will leave out, so that what is found of them is sent
 * instead, and the plain tokens that the call has left for that.
 */
function measureHistory(
  rows: CallRows,
  { entries, references, turnStart }: SaidRows,
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

/** Plain tokens of the summary and of the request for the next one, where there are to be any. */
function countOurs(
  rows: CallRows,
  { summaryTokens, room, hasFailed, countText }: PlanLookUpInput & { summaryTokens: number },
): number {
  const due = findDueSummary({ rows, room, hasFailed });
  const hasSummary = summaryTokens > 0;
  const texts = [
    ...(hasSummary ? [summaryHeading(rows.node.history.messages + 1)] : []),
    ...(due === undefined
      ? []
      : [inlineDirective({ budget: due.budget, wantsTitle: true, hasSummary, key: SAMPLE_KEY })]),
  ];
  // Each line of a summary is marked as quoted.
  return (
    Math.ceil(summaryTokens * QUOTED) + texts.reduce((sum, text) => sum + countText(text) + FRAME_TOKENS, 0)
  );
}
