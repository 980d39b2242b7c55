import { rawWindowStart } from '../../../context/history/raw-window.js';
import type { LeftRange, LeftRule } from '../../../context/manifest.js';
import { scaleTokens } from '../../../context/planning-tools.js';
import type { CompactionRow } from '../../../store/calls/compactions.js';
import type { Database } from '../../../store/database.js';
import type { ExecutionFacts } from '../../../store/execution/load-execution.js';
import { loadWindow, readRunningTokens, type WindowRow } from '../../../store/conversation/load-window.js';
import type { NodeContext } from './node-context.js';

/** Messages that are read raw at the most while no summary can be made: more would not fit a request anyway. */
const MAX_RAW_MESSAGES = 1_000;

/** In imported chats one side may have said several things in a row. */
const ROWS_TO_MOVE_BACK = 4;

export interface GatherThreadInput {
  execution: ExecutionFacts;
  node: NodeContext;
  /** The compaction that stands for what came before. */
  adopted: CompactionRow | undefined;
  tokenFactor: number;
}

export interface GatheredThread {
  /** The turn's message with the history before it, oldest first. */
  rows: WindowRow[];
  /** The ranges of the thread that are not among them. */
  left: LeftRange[];
  /** What of the thread is older than the rows, and was not cleared; undefined: nothing is. */
  older: { after: number; before: number } | undefined;
  /** Long messages among the rows that a placeholder stands for, and of which passages can be found. */
  replaced: readonly number[];
}

/** Reads the raw window of a thread: one snapshot of what a summary stands for, as the execution's facts say. */
export async function gatherThread(
  db: Database,
  input: GatherThreadInput & { execution: { conversationId: number; currentSeq: number } },
): Promise<GatheredThread> {
  const { execution, node, adopted, tokenFactor } = input;
  const { conversationId, currentSeq } = execution;
  const { seesHistory, prompt, history } = node;
  const cleared = execution.clearedThrough ?? 0;
  // Everything before the turn is in a compaction's summary, once there is one.
  const compacted = adopted?.throughSeq ?? 0;
  const coversThrough =
    history.summaries === undefined ? null : Math.max(cleared, execution.coversThrough ?? 0);
  const after = Math.max(cleared, compacted);
  const raw = Math.min(currentSeq - (coversThrough ?? currentSeq), MAX_RAW_MESSAGES);
  const newestFirst = await loadWindow(db, {
    ...{ conversationId, current: currentSeq, messageCharacters: history.messageCharacters },
    after: seesHistory ? after : currentSeq - 1,
    // More than is sent, to know what is left out and to have a user message to move back to.
    limit: Math.max(history.messages, raw) + ROWS_TO_MOVE_BACK,
  });
  const [current] = newestFirst;
  if (current?.seq !== currentSeq) throw new Error(`Message ${currentSeq} of the turn is not in its thread`);
  const start = seesHistory
    ? rawWindowStart({ newestFirst, size: history.messages, coversThrough })
    : currentSeq;
  const windowEnd = (adopted?.firstSeq ?? start) - 1;
  const placeAt = async (seq: number): Promise<Place> =>
    newestFirst.find((row) => row.seq === seq) ?? {
      seq,
      runningTokens: await readRunningTokens(db, conversationId, seq),
    };
  const hasSummary = coversThrough !== null && execution.summaryOrdinal !== null;
  const left = toLeftRanges(tokenFactor, [
    ['cleared', await placeAt(cleared)],
    // A node without memory sees nothing of the thread but the turn's own message.
    ['isolated', seesHistory ? undefined : await placeAt(currentSeq - 1)],
    ['covered-by-summary', hasSummary ? await placeAt(Math.min(windowEnd, coversThrough)) : undefined],
    ['window', await placeAt(windowEnd)],
    ['compacted', await placeAt(compacted)],
  ]);
  // What is asked in place of the turn's message stands in the manifest beside it.
  if (prompt !== undefined)
    left.push({
      ...{ from: 'conversation', first: currentSeq, last: currentSeq, count: 1, rule: 'isolated' },
      tokens: scaleTokens(current.tokens, tokenFactor),
    });
  const isSent = ({ seq }: WindowRow): boolean => seq >= start && (prompt === undefined || seq < currentSeq);
  const rows = newestFirst.filter(isSent).reverse();
  const isReplaced = ({ seq, characters, isIndexed }: WindowRow): boolean =>
    seq < currentSeq && characters > history.messageCharacters && isIndexed;
  const hasOlder = seesHistory && adopted === undefined && start > cleared + 1;
  return {
    rows,
    left,
    older: hasOlder ? { after: cleared, before: start } : undefined,
    replaced: rows.filter(isReplaced).map(({ seq }) => seq),
  };
}

interface Place {
  seq: number;
  runningTokens: number;
}

/** Each rule leaves out what lies between the place of the one before it and its own. */
function toLeftRanges(
  tokenFactor: number,
  places: readonly (readonly [rule: LeftRule, place: Place | undefined])[],
): LeftRange[] {
  const left: LeftRange[] = [];
  let last: Place = { seq: 0, runningTokens: 0 };
  for (const [rule, place] of places) {
    if (place === undefined || place.seq <= last.seq) continue;
    left.push({
      from: 'conversation',
      first: last.seq + 1,
      last: place.seq,
      count: place.seq - last.seq,
      tokens: scaleTokens(place.runningTokens - last.runningTokens, tokenFactor),
      rule,
    });
    last = place;
  }
  return left;
}
