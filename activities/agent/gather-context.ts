import type { ContextEntry } from '../../context/entries.js';
import { DEFAULT_HISTORY_LIMITS, historyWindowStart } from '../../context/history-window.js';
import { cleanMessage } from '../../context/hygiene/clean-message.js';
import type { LeftRange, LeftRule } from '../../context/manifest.js';
import { scaleTokens } from '../../context/planning-tools.js';
import { toTraceMessage } from '../../context/render-manifest.js';
import type { MessageReference } from '../../context/to-manifest.js';
import { toolCallsOf } from '../../context/trace-content.js';
import { loadCompactions, type CompactionRow } from '../../store/compactions.js';
import type { Database } from '../../store/database.js';
import type { ExecutionFacts } from '../../store/execution-facts.js';
import { loadWindow, runningTokensAt, type ThreadRow } from '../../store/thread-rows.js';
import { countTrace, loadTrace, type TraceRow } from '../../store/trace-rows.js';

/** The rows that a call is planned from, as messages with their counts and places. */
export interface GatheredContext {
  entries: ContextEntry[];
  /** Where each entry is stored, by its index. */
  references: MessageReference[];
  /** Index of the turn's own message. */
  turnStart: number;
  /** The compaction whose summary stands for what the entries no longer hold. */
  compaction: (CompactionRow & { summary: string }) | undefined;
  /** How the execution's newest attempt to compact ended. */
  lastCompaction: CompactionRow | undefined;
  /** What is left out before planning begins. */
  left: LeftRange[];
  /** Whether a result of the execution became an artifact, also one that a summary stands for by now. */
  hasSpilled: boolean;
  trace: readonly TraceRow[];
  thread: readonly { seq: number; role: 'user' | 'assistant'; content: string }[];
  /** Inputs of the tool calls, by step and ordinal. */
  inputs: ReadonlyMap<string, unknown>;
}

/** Reads what a call at a step is planned from: a window of the thread, and the execution's own steps. */
export async function gatherContext(
  db: Database,
  input: {
    execution: ExecutionFacts;
    step: number;
    tokenFactor: number;
    countInput: (text: string) => number;
    /** All rows, whatever a summary stands for. */
    ignoresSummary?: boolean;
  },
): Promise<GatheredContext> {
  const { execution, step, tokenFactor, ignoresSummary = false } = input;
  // Later ones are there after a reset: what is planned again is planned as it was.
  const compactions = (step > 1 ? await loadCompactions(db, execution.id) : []).filter(
    (compaction) => compaction.step < step,
  );
  const adopted = ignoresSummary ? undefined : compactions.find(({ status }) => status === 'adopted');
  const throughStep = adopted?.throughStep ?? 0;
  const trace =
    step - 1 > throughStep
      ? await loadTrace(db, { executionId: execution.id, first: throughStep + 1, last: step - 1 })
      : [];
  const compacted =
    throughStep > 0
      ? { last: throughStep, ...(await countTrace(db, { executionId: execution.id, last: throughStep })) }
      : undefined;
  const { rows, left } = await gatherThread(db, { execution, adopted, tokenFactor });
  const entries: ContextEntry[] = [];
  const references: MessageReference[] = [];
  for (const { seq, role, content, tokens } of rows)
    add({ role, content: content ?? '' }, tokens, { from: 'conversation', seq });
  if (execution.currentSeq === null) {
    const text = execution.input ?? '';
    add({ role: 'user', content: text }, input.countInput(text), { from: 'input' });
  }
  const turnStart = entries.length - 1;
  for (const row of trace) {
    const message = cleanMessage(toTraceMessage(row), { keepsReasoning: true });
    if (message !== undefined)
      add(message, row.tokens, { from: 'trace', step: row.step, ordinal: row.ordinal });
  }
  return {
    entries,
    references,
    turnStart,
    compaction: adopted && { ...adopted, summary: adopted.summary ?? '' },
    lastCompaction: compactions[0],
    left: [...left, ...leftOfTrace(trace, compacted, tokenFactor)],
    hasSpilled: (compacted?.spilledTokens ?? 0) > 0 || trace.some(({ spilledTokens }) => spilledTokens > 0),
    trace,
    thread: rows.map(({ seq, role, content }) => ({ seq, role, content: content ?? '' })),
    inputs: inputsOf(trace),
  };

  function add(message: ContextEntry['message'], tokens: number, reference: MessageReference): void {
    entries.push({ index: entries.length, message, tokens: scaleTokens(tokens, tokenFactor) });
    references.push(reference);
  }
}

/** The turn's message with the history before it, oldest first, and the ranges of the thread that are not in it. */
async function gatherThread(
  db: Database,
  input: { execution: ExecutionFacts; adopted: CompactionRow | undefined; tokenFactor: number },
): Promise<{ rows: ThreadRow[]; left: LeftRange[] }> {
  const { conversationId, currentSeq, clearedThrough } = input.execution;
  if (conversationId === null || currentSeq === null) return { rows: [], left: [] };
  const cleared = clearedThrough ?? 0;
  // Everything before the turn is in the summary, once there is one.
  const compacted = input.adopted?.throughSeq ?? 0;
  const newestFirst = await loadWindow(db, {
    conversationId,
    after: Math.max(cleared, compacted),
    current: currentSeq,
    // One more than is sent, to know what is left out.
    limit: DEFAULT_HISTORY_LIMITS.messages + 1,
    tokens: DEFAULT_HISTORY_LIMITS.tokens,
  });
  const [current, ...history] = newestFirst;
  if (current?.seq !== currentSeq) throw new Error(`Message ${currentSeq} of the turn is not in its thread`);
  const start = historyWindowStart(history, DEFAULT_HISTORY_LIMITS) ?? currentSeq;
  const placeAt = async (seq: number): Promise<Place> => ({
    seq,
    runningTokens: await runningTokensAt(db, conversationId, seq),
  });
  const { firstSeq } = input.adopted ?? {};
  const left = toLeftRanges(input.tokenFactor, [
    ['cleared', await placeAt(cleared)],
    [
      'window',
      typeof firstSeq === 'number' ? await placeAt(firstSeq - 1) : history.find(({ seq }) => seq < start),
    ],
    ['compacted', await placeAt(compacted)],
  ]);
  return { rows: newestFirst.filter(({ seq }) => seq >= start).reverse(), left };
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

/** What rows say of themselves: thinking that is never sent, results that became artifacts; and compacted steps. */
function leftOfTrace(
  trace: readonly TraceRow[],
  compacted: { last: number; count: number; tokens: number } | undefined,
  tokenFactor: number,
): LeftRange[] {
  const left: LeftRange[] = [];
  if (compacted !== undefined && compacted.count > 0)
    left.push({
      from: 'trace',
      first: 1,
      last: compacted.last,
      count: compacted.count,
      tokens: scaleTokens(compacted.tokens, tokenFactor),
      rule: 'compacted',
    });
  for (const rule of ['hygiene', 'spilled'] as const) {
    const of = rule === 'hygiene' ? 'hygieneTokens' : 'spilledTokens';
    const rows = trace.filter((row) => row[of] > 0);
    const [first] = rows;
    const last = rows.at(-1);
    if (first === undefined || last === undefined) continue;
    const tokens = rows.reduce((sum, row) => sum + scaleTokens(row[of], tokenFactor), 0);
    left.push({ from: 'trace', first: first.step, last: last.step, count: rows.length, tokens, rule });
  }
  return left;
}

function inputsOf(trace: readonly TraceRow[]): Map<string, unknown> {
  const inputs = new Map<string, unknown>();
  for (const { step, role, content } of trace)
    if (role === 'assistant')
      for (const [index, call] of toolCallsOf(content).entries())
        inputs.set(`${step}.${index + 1}`, call.input);
  return inputs;
}
