import { dropOldest, type HistoryLimits } from '../history/drop-oldest.js';
import { summaryBudget } from '../summary/summary-budget.js';
import type { TellAboveInput, ToldAbove, UnsentAbove } from '../threads/above/tell-above.js';
import type { FixedText } from './frame-call.js';
import type { CallRows } from './call-rows.js';
import type { Window } from '../window.js';
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

/**
 * Of a small window the summary, and what is found, may each take one part in this many: the messages themselves
 * say more.
 */
const WINDOW_PARTS = 8;

/** Tokens that a summary, or what is found, may have of a window. */
export function leadingShare({ window, reserve }: { window: number; reserve: number }): number {
  return Math.floor((window - reserve) / WINDOW_PARTS);
}

/** Of a window the standing requests may take one part in this many, whatever they are. */
const STANDING_PARTS = 10;

/** Plain tokens that standing requests may have of a window. */
export function standingShare({ window, reserve, tokenFactor }: Window & { tokenFactor: number }): number {
  return Math.floor((window - reserve) / STANDING_PARTS / tokenFactor);
}

/** Decides what is to be read of the threads above, and of what is older than the rows. */
export function planLookUp(rows: CallRows, said: SaidRows, { share }: { share: number }): LookUp {
  const { execution, node, window } = rows;
  const { summaryOrdinal, conversationId, threadDepth } = execution;
  const hasThread = conversationId !== null;
  const replaced = [...(window?.replaced ?? []), ...findDropped(rows, said)];
  const older = window?.older;
  const places = older ?? findOldest(replaced);
  const tokens = Math.min(share, node.history.retrieval?.tokens ?? 0);
  const text = readQuestion(said);
  const above = hasThread && threadDepth > 0 ? aboveRules(node, { share }) : undefined;
  const searchesOwn = hasThread && places !== undefined && tokens !== 0;
  const searchesAbove = above !== undefined && !above.isIsolated && tokens !== 0;
  return {
    above,
    summary:
      hasThread && older !== undefined && node.history.summaries !== undefined
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

function aboveRules({ seesHistory, history }: CallRows['node'], { share }: { share: number }): AboveRules {
  const room = aboveRoom(share);
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

/** Messages of the thread that the history's limits will leave out: what is found of them is sent instead. */
function findDropped({ execution, node }: CallRows, { entries, references, turnStart }: SaidRows): number[] {
  const { summaries } = node.history;
  const hasSummary = execution.summaryOrdinal !== null && summaries !== undefined;
  const budget = hasSummary ? summaryBudget(execution.threadDepth, summaries.tokens) : 0;
  const { left } = dropOldest({
    entries,
    turnStart,
    limits: historyLimits({ node }),
    prefixCharacters: budget * CHARACTERS_A_TOKEN,
  });
  return left.flatMap(({ index }) => {
    const reference = references[index];
    return reference?.from === 'conversation' ? [reference.seq] : [];
  });
}

/** The limits of messages from before the turn. */
export function historyLimits({ node: { history } }: Pick<CallRows, 'node'>): HistoryLimits {
  return { characters: history.characters, tokens: history.tokens, inSteps: true };
}
