import { rawWindowStart } from '../history/raw-window.js';
import type { LeftRange, LeftRule } from '../left.js';
import type { Omission } from '../omission.js';
import { scaleTokens } from '../planning-tools.js';
import type { CallExecution, CallNode, CompactionSummary, ThreadWindow, RawMessage } from './call-rows.js';

/** Messages that are read raw at the most while no summary can be made: more would not fit a request anyway. */
const MAX_RAW_MESSAGES = 1_000;

/** In imported chats one side may have said several things in a row. */
const ROWS_TO_MOVE_BACK = 4;

export interface ThreadWindowInput {
  execution: CallExecution & { currentSeq: number };
  node: Pick<CallNode, 'seesHistory' | 'prompt' | 'history'>;
  /** The compaction that replaces what came before. */
  compaction: CompactionSummary | undefined;
}

/** A rule, and the last place of the messages that it leaves out. */
export interface WindowBound {
  rule: LeftRule;
  seq: number;
}

/** A window, but for what is left out: that takes counts at its bounds. */
export type ChosenWindow = Omit<ThreadWindow, 'left' | 'standing' | 'omitted'> & {
  /** Messages of the window that contexts leave out. */
  omitted: readonly OmittedMessage[];
  /** In order: each rule leaves out what lies between the bound before it and its own. */
  bounds: readonly WindowBound[];
};

/** A message that contexts leave out, and why. */
export interface OmittedMessage {
  seq: number;
  tokens: number;
  rule: Omission;
}

/** The rows to read for a window: those after a place, and how many of them at the most, newest first. */
export function windowQuery({ execution, node, compaction }: ThreadWindowInput): {
  after: number;
  limit: number;
} {
  const { currentSeq, clearedThrough } = execution;
  const covered = coveredThrough({ execution, node });
  const raw = Math.min(currentSeq - (covered ?? currentSeq), MAX_RAW_MESSAGES);
  // A window stays where it began when its summary was made.
  const kept = covered === null ? 0 : node.history.messages;
  return {
    // Everything before the turn is in a compaction's summary, once there is one.
    after: node.seesHistory ? Math.max(clearedThrough ?? 0, compaction?.throughSeq ?? 0) : currentSeq - 1,
    // More than is sent, to know what is left out and to have a user message to move back to.
    limit: Math.max(node.history.messages, raw + kept) + ROWS_TO_MOVE_BACK,
  };
}

/** Chooses the messages of a thread that are sent raw, of those that {@link windowQuery} asks for. */
export function chooseWindow(newestFirst: readonly RawMessage[], input: ThreadWindowInput): ChosenWindow {
  const { execution, node, compaction } = input;
  const { currentSeq } = execution;
  const { seesHistory, prompt, history } = node;
  if (newestFirst[0]?.seq !== currentSeq)
    throw new Error(`Message ${currentSeq} of the turn is not in its thread`);
  const start = seesHistory
    ? rawWindowStart({ newestFirst, size: history.messages, coversThrough: coveredThrough(input) })
    : currentSeq;
  const isSent = ({ seq }: RawMessage): boolean => seq >= start && (prompt === undefined || seq < currentSeq);
  const raw = newestFirst.filter(isSent).reverse();
  // What somebody retries or drops is not asked while it is.
  const rows = raw.filter(({ seq, omitted }) => (omitted ?? null) === null || seq === currentSeq);
  const isReplaced = ({ seq, characters, isIndexed }: RawMessage): boolean =>
    seq < currentSeq && characters > history.messageCharacters && isIndexed;
  const cleared = execution.clearedThrough ?? 0;
  // A summary that a compaction made of messages covers the thread's, too.
  const isCovered = compaction !== undefined && compaction.firstSeq !== null;
  const hasOlder = seesHistory && !isCovered && start > cleared + 1;
  return {
    rows,
    brokenCalls: raw.flatMap(({ seq, brokenCalls, omitted }) =>
      brokenCalls == null || seq === currentSeq || !mayTellCalls(omitted) ? [] : [{ seq, text: brokenCalls }],
    ),
    omitted: raw.flatMap(({ seq, tokens, omitted }) =>
      omitted != null && seq < currentSeq ? [{ seq, tokens, rule: omitted }] : [],
    ),
    bounds: findBounds(start, input),
    older: hasOlder ? { after: cleared, before: start } : undefined,
    replaced: rows.filter(isReplaced).map(({ seq }) => seq),
  };
}

/** A retry is told what its earlier attempts did. What the user dropped or a provider refuses is not sent again. */
function mayTellCalls(omitted: Omission | null | undefined): boolean {
  return (omitted ?? null) === null || omitted === 'retried';
}

/** The ranges of a thread that are not in its window; `runningTokens` are the thread's at each bound. */
export function leftOfThread(
  bounds: readonly (WindowBound & { runningTokens: number })[],
  input: ThreadWindowInput & {
    current: RawMessage;
    omitted: readonly OmittedMessage[];
    tokenFactor: number;
  },
): LeftRange[] {
  const { execution, node, current, omitted, tokenFactor } = input;
  const left = [...toRanges(bounds, tokenFactor), ...omittedRanges(omitted, tokenFactor)];
  const { currentSeq } = execution;
  if (node.prompt === undefined) return left;
  // What is asked in place of the turn's message stands in the manifest beside it.
  const tokens = scaleTokens(current.tokens, tokenFactor);
  const isolated = { first: currentSeq, last: currentSeq, count: 1, tokens, rule: 'isolated' } as const;
  return [...left, { from: 'conversation', ...isolated }];
}

/** Neighbours that are left out for one reason are one range. */
function omittedRanges(omitted: readonly OmittedMessage[], tokenFactor: number): LeftRange[] {
  const ranges: LeftRange[] = [];
  for (const { seq, rule, tokens: plain } of omitted) {
    const tokens = scaleTokens(plain, tokenFactor);
    const last = ranges.at(-1);
    if (last !== undefined && last.rule === rule && last.last === seq - 1) {
      last.last = seq;
      last.count += 1;
      last.tokens += tokens;
    } else ranges.push({ from: 'conversation', first: seq, last: seq, count: 1, tokens, rule });
  }
  return ranges;
}

/** Messages up to here need not be sent raw; null: no summary is made, so that nothing covers older messages. */
function coveredThrough({ execution, node }: Omit<ThreadWindowInput, 'compaction'>): number | null {
  const { clearedThrough, coversThrough } = execution;
  return node.history.summaries === undefined ? null : Math.max(clearedThrough ?? 0, coversThrough ?? 0);
}

function findBounds(start: number, { execution, node, compaction }: ThreadWindowInput): WindowBound[] {
  const { currentSeq, clearedThrough, summaryOrdinal } = execution;
  const covered = coveredThrough({ execution, node });
  const windowEnd = (compaction?.firstSeq ?? start) - 1;
  const bounds: WindowBound[] = [{ rule: 'cleared', seq: clearedThrough ?? 0 }];
  // A node without memory sees nothing of the thread but the turn's own message.
  if (!node.seesHistory) bounds.push({ rule: 'isolated', seq: currentSeq - 1 });
  if (covered !== null && summaryOrdinal !== null)
    bounds.push({ rule: 'covered-by-summary', seq: Math.min(windowEnd, covered) });
  bounds.push({ rule: 'window', seq: windowEnd });
  bounds.push({ rule: 'compacted', seq: compaction?.throughSeq ?? 0 });
  return bounds;
}

function toRanges(
  bounds: readonly (WindowBound & { runningTokens: number })[],
  tokenFactor: number,
): LeftRange[] {
  const left: LeftRange[] = [];
  let last = { seq: 0, runningTokens: 0 };
  for (const bound of bounds) {
    if (bound.seq <= last.seq) continue;
    left.push({
      from: 'conversation',
      first: last.seq + 1,
      last: bound.seq,
      count: bound.seq - last.seq,
      tokens: scaleTokens(bound.runningTokens - last.runningTokens, tokenFactor),
      rule: bound.rule,
    });
    last = bound;
  }
  return left;
}
