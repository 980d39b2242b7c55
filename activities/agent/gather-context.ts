import type { ContextEntry } from '../../context/entries.js';
import { DEFAULT_HISTORY_LIMITS, historyWindowStart } from '../../context/history-window.js';
import { cleanMessage } from '../../context/hygiene/clean-message.js';
import type { LeftRange, LeftRule } from '../../context/manifest.js';
import { scaleTokens } from '../../context/planning-tools.js';
import { toTraceMessage } from '../../context/render-manifest.js';
import type { MessageReference } from '../../context/to-manifest.js';
import { toolCallsOf } from '../../context/trace-content.js';
import { countMessageTokens } from '../../models/count-tokens.js';
import { loadCompactions, type CompactionRow } from '../../store/compactions.js';
import type { Database } from '../../store/database.js';
import type { ExecutionFacts } from '../../store/execution-facts.js';
import type { NodeContext } from './node-context.js';
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
  /** What other nodes answered, by the step of the message. */
  answers: ReadonlyMap<number, string>;
}

/** Follows the answers of others, so that the node is asked something: an answer is nothing to answer. */
const ANSWERS_NOTE =
  'The answers above are those of earlier steps of this flow. Go on from them with your own part.';

/** Reads what a call at a step is planned from: a window of the thread, and the execution's own steps. */
export async function gatherContext(
  db: Database,
  input: {
    execution: ExecutionFacts;
    node: NodeContext;
    step: number;
    tokenFactor: number;
    countInput: (text: string) => number;
    /** All rows, whatever a summary stands for. */
    ignoresSummary?: boolean;
  },
): Promise<GatheredContext> {
  const { execution, node, step, tokenFactor, ignoresSummary = false } = input;
  const { base } = node;
  // Later ones are there after a reset: what is planned again is planned as it was.
  const compactions = (step > base + 1 ? await loadCompactions(db, execution.id) : []).filter(
    (compaction) => compaction.step > base && compaction.step < step,
  );
  const adopted = ignoresSummary ? undefined : compactions.find(({ status }) => status === 'adopted');
  const throughStep = adopted?.throughStep ?? base;
  const trace =
    step - 1 > throughStep
      ? await loadTrace(db, { executionId: execution.id, first: throughStep + 1, last: step - 1 })
      : [];
  const compacted =
    throughStep > base
      ? {
          first: base + 1,
          last: throughStep,
          ...(await countTrace(db, { executionId: execution.id, first: base + 1, last: throughStep })),
        }
      : undefined;
  const { rows, left } = await gatherThread(db, { execution, node, adopted, tokenFactor });
  const entries: ContextEntry[] = [];
  const references: MessageReference[] = [];
  for (const { seq, role, content, tokens } of rows)
    add({ role, content: content ?? '' }, tokens, { from: 'conversation', seq });
  if (node.prompt !== undefined) sayOwn(node.prompt, { from: 'prompt', text: node.prompt });
  else if (execution.currentSeq === null) sayOwn(execution.input ?? '', { from: 'input' });
  const turnStart = entries.length - 1;
  // What a summary stands for it stands for whole.
  if (adopted === undefined && node.answers.length > 0) {
    for (const { text, tokens, step: answered } of node.answers)
      add({ role: 'assistant', content: text }, tokens, { from: 'answer', step: answered });
    sayOwn(ANSWERS_NOTE, { from: 'aside', text: ANSWERS_NOTE });
  }
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
    answers: new Map(node.answers.map(({ step: answered, text }) => [answered, text])),
  };

  function sayOwn(text: string, reference: MessageReference): void {
    add({ role: 'user', content: text }, input.countInput(text), reference);
  }
  function add(message: ContextEntry['message'], tokens: number, reference: MessageReference): void {
    entries.push({ index: entries.length, message, tokens: scaleTokens(tokens, tokenFactor) });
    references.push(reference);
  }
}

interface ThreadInput {
  execution: ExecutionFacts;
  node: NodeContext;
  adopted: CompactionRow | undefined;
  tokenFactor: number;
}

/** The turn's message with the history before it, oldest first, and the ranges of the thread that are not in it. */
async function gatherThread(
  db: Database,
  input: ThreadInput,
): Promise<{ rows: ThreadRow[]; left: LeftRange[] }> {
  const { conversationId, currentSeq, clearedThrough } = input.execution;
  if (conversationId === null || currentSeq === null) return { rows: [], left: isolatedInput(input) };
  const { seesHistory, prompt } = input.node;
  const cleared = clearedThrough ?? 0;
  // Everything before the turn is in the summary, once there is one.
  const compacted = input.adopted?.throughSeq ?? 0;
  const newestFirst = await loadWindow(db, {
    conversationId,
    after: seesHistory ? Math.max(cleared, compacted) : currentSeq - 1,
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
    // A node without memory sees nothing of the thread but the turn's own message.
    ['isolated', seesHistory ? undefined : await placeAt(currentSeq - 1)],
  ]);
  // What is asked in place of the turn's message stands in the manifest beside it.
  if (prompt !== undefined)
    left.push({
      from: 'conversation',
      first: currentSeq,
      last: currentSeq,
      count: 1,
      tokens: scaleTokens(current.tokens, input.tokenFactor),
      rule: 'isolated',
    });
  const isSent = ({ seq }: ThreadRow): boolean => seq >= start && (prompt === undefined || seq < currentSeq);
  return { rows: newestFirst.filter(isSent).reverse(), left };
}

/** The text of an execution outside a conversation, where a node asks something else. */
function isolatedInput({
  execution,
  node,
  tokenFactor,
}: Pick<ThreadInput, 'execution' | 'node' | 'tokenFactor'>): LeftRange[] {
  const text = execution.input ?? '';
  if (node.prompt === undefined || text === '') return [];
  const tokens = scaleTokens(countMessageTokens({ role: 'user', content: text }), tokenFactor);
  return [{ from: 'input', first: 0, last: 0, count: 1, tokens, rule: 'isolated' }];
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
  compacted: { first: number; last: number; count: number; tokens: number } | undefined,
  tokenFactor: number,
): LeftRange[] {
  const left: LeftRange[] = [];
  if (compacted !== undefined && compacted.count > 0)
    left.push({
      from: 'trace',
      first: compacted.first,
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
