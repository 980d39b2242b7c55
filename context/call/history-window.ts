import { rawWindowStart } from '../plan/raw-window.js';
import type { LeftRange, LeftRule } from '../message/left.js';
import type { Omission } from '../message/omission.js';
import { scaleTokens } from '../text/counters.js';
import type { CallExecution, CallNode, CompactionSummary, HistoryWindow, RawMessage } from './call-rows.js';

/** No request has room for more messages. */
const MAX_RAW_MESSAGES = 1_000;

/** A window starts with a user message. Imported chats may have several messages of one side in a row. */
const ROWS_TO_MOVE_BACK = 4;

export interface HistoryWindowInput {
  execution: CallExecution & { currentSeq: number };
  node: Pick<CallNode, 'seesHistory' | 'prompt' | 'history'>;
  compaction: CompactionSummary | undefined;
}

export interface WindowBound {
  rule: LeftRule;
  seq: number;
}

export type ChosenWindow = Omit<HistoryWindow, 'left' | 'standing' | 'summary' | 'omitted'> & {
  omitted: readonly OmittedMessage[];
  bounds: readonly WindowBound[];
};

export interface OmittedMessage {
  seq: number;
  tokens: number;
  rule: Omission;
}

export function windowQuery({ execution, node, compaction }: HistoryWindowInput): {
  after: number;
  limit: number;
} {
  const { currentSeq, clearedThrough } = execution;
  const covered = coveredThrough({ execution, node });
  const raw = Math.min(currentSeq - (covered ?? currentSeq), MAX_RAW_MESSAGES);
  // Until the next summary, the window keeps its start, so it may grow beyond the configured number of
  // messages.
  const kept = covered === null ? 0 : node.history.messages;
  return {
    after: node.seesHistory ? Math.max(clearedThrough ?? 0, compaction?.throughSeq ?? 0) : currentSeq - 1,
    limit: Math.max(node.history.messages, raw + kept) + ROWS_TO_MOVE_BACK,
  };
}

export function chooseWindow(newestFirst: readonly RawMessage[], input: HistoryWindowInput): ChosenWindow {
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
  // The running turn's message is sent even if a user has dropped it.
  const rows = raw.filter(({ seq, omitted }) => (omitted ?? null) === null || seq === currentSeq);
  const isReplaced = ({ seq, characters, isIndexed }: RawMessage): boolean =>
    seq < currentSeq && characters > history.messageCharacters && isIndexed;
  const cleared = execution.clearedThrough ?? 0;
  // A compaction of messages also covers the thread's summary.
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

function mayTellCalls(omitted: Omission | null | undefined): boolean {
  return (omitted ?? null) === null || omitted === 'retried';
}

export function leftOfHistory(
  bounds: readonly (WindowBound & { runningTokens: number })[],
  input: HistoryWindowInput & {
    current: RawMessage;
    omitted: readonly OmittedMessage[];
    tokenFactor: number;
  },
): LeftRange[] {
  const { execution, node, current, omitted, tokenFactor } = input;
  const left = [...toRanges(bounds, tokenFactor), ...omittedRanges(omitted, tokenFactor)];
  const { currentSeq } = execution;
  if (node.prompt === undefined) return left;
  // If the node has a prompt, it replaces the turn's message, which counts as omitted.
  const tokens = scaleTokens(current.tokens, tokenFactor);
  const isolated = { first: currentSeq, last: currentSeq, count: 1, tokens, rule: 'isolated' } as const;
  return [...left, { from: 'conversation', ...isolated }];
}

function omittedRanges(omitted: readonly OmittedMessage[], tokenFactor: number): LeftRange[] {
  const ranges: LeftRange[] = [];
  for (const { seq, rule, tokens: plain } of omitted) {
    const tokens = scaleTokens(plain, tokenFactor);
    const last = ranges.at(-1);
    if (last && last.rule === rule && last.last === seq - 1) {
      last.last = seq;
      last.count += 1;
      last.tokens += tokens;
    } else ranges.push({ from: 'conversation', first: seq, last: seq, count: 1, tokens, rule });
  }
  return ranges;
}

function coveredThrough({ execution, node }: Omit<HistoryWindowInput, 'compaction'>): number | null {
  const { clearedThrough, coversThrough } = execution;
  return node.history.summaries ? Math.max(clearedThrough ?? 0, coversThrough ?? 0) : null;
}

function findBounds(start: number, { execution, node, compaction }: HistoryWindowInput): WindowBound[] {
  const { currentSeq, clearedThrough, summaryOrdinal } = execution;
  const covered = coveredThrough({ execution, node });
  const windowEnd = (compaction?.firstSeq ?? start) - 1;
  const bounds: WindowBound[] = [{ rule: 'cleared', seq: clearedThrough ?? 0 }];
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
